/** What the market is made of: GPU models with prices that belong together, places, processors. */

export type GpuModel = {
  name: string;
  arch: 'nvidia' | 'amd';
  /** MB per GPU. */
  ram: number;
  /** $/h per GPU in the middle of the market. */
  price: number;
  tflops: number;
  dlperf: number;
  /** x100: 890 is 8.9. */
  computeCap: number;
  /** GB/s. */
  memoryBandwidth: number;
  watts: number;
  /** Share of the market, relative to the others. */
  weight: number;
  /** Built for servers: often in a datacenter, often with fast links between the GPUs. */
  server: boolean;
};

const rows: readonly [string, number, number, number, number, number, number, number, number, boolean][] = [
  ['RTX 4090', 24564, 0.36, 82.6, 98, 890, 1008, 450, 22, false],
  ['RTX 3090', 24576, 0.19, 35.6, 58, 860, 936, 350, 16, false],
  ['RTX 5090', 32607, 0.58, 104.8, 150, 1200, 1792, 575, 12, false],
  ['RTX 3080', 10240, 0.12, 29.8, 46, 860, 760, 320, 4, false],
  ['RTX 3060', 12288, 0.07, 12.7, 22, 860, 360, 170, 4, false],
  ['RTX 4080', 16376, 0.24, 48.7, 66, 890, 717, 320, 4, false],
  ['RTX 4070 Ti', 12282, 0.16, 40.1, 52, 890, 504, 285, 3, false],
  ['RTX 5080', 16303, 0.3, 56.3, 88, 1200, 960, 360, 3, false],
  ['RTX 2080 Ti', 11264, 0.09, 13.4, 30, 750, 616, 250, 2, false],
  ['RTX A4000', 16376, 0.14, 19.2, 34, 860, 448, 140, 3, false],
  ['RTX A5000', 24564, 0.22, 27.8, 48, 860, 768, 230, 3, false],
  ['RTX A6000', 49140, 0.46, 38.7, 62, 860, 768, 300, 5, false],
  ['RTX 6000Ada', 49140, 0.78, 91.1, 112, 890, 960, 300, 3, true],
  ['RTX PRO 6000', 97887, 1.15, 126, 170, 1200, 1792, 600, 2, true],
  ['A40', 46068, 0.4, 37.4, 60, 860, 696, 300, 3, true],
  ['L4', 23034, 0.3, 30.3, 40, 890, 300, 72, 2, true],
  ['L40S', 46068, 0.72, 91.6, 110, 890, 864, 350, 4, true],
  ['A100 PCIE', 81920, 0.92, 19.5, 105, 800, 1935, 300, 4, true],
  ['A100 SXM4', 81920, 1.05, 19.5, 115, 800, 2039, 400, 4, true],
  ['H100 PCIE', 81559, 1.85, 51.2, 180, 900, 2039, 350, 2, true],
  ['H100 SXM', 81559, 2.1, 66.9, 220, 900, 3350, 700, 4, true],
  ['H200', 143771, 2.9, 66.9, 245, 900, 4800, 700, 2, true],
  ['B200', 183359, 4.6, 80, 410, 1000, 8000, 1000, 1, true],
  ['Tesla V100', 16384, 0.16, 15.7, 38, 700, 900, 250, 2, true],
  ['Tesla T4', 15360, 0.11, 8.1, 18, 750, 320, 70, 1, true],
];

export const gpuModels: readonly GpuModel[] = [
  ...rows.map(
    ([name, ram, price, tflops, dlperf, computeCap, memoryBandwidth, watts, weight, server]): GpuModel => ({
      name,
      arch: 'nvidia',
      ram,
      price,
      tflops,
      dlperf,
      computeCap,
      memoryBandwidth,
      watts,
      weight,
      server,
    }),
  ),
  {
    name: 'RX 7900 XTX',
    arch: 'amd',
    ram: 24560,
    price: 0.24,
    tflops: 61.4,
    dlperf: 44,
    computeCap: 1100,
    memoryBandwidth: 960,
    watts: 355,
    weight: 1,
    server: false,
  },
];

/** Place, country code, how dear it is there, how fast the lines are (Mb/s). */
export const places: readonly [place: string, country: string, dear: number, mbps: number][] = [
  ['Sweden', 'SE', 0.95, 900],
  ['Finland', 'FI', 0.94, 950],
  ['Norway', 'NO', 0.96, 850],
  ['Germany', 'DE', 1.1, 600],
  ['Netherlands', 'NL', 1.08, 1100],
  ['Poland', 'PL', 0.97, 500],
  ['Czechia', 'CZ', 0.98, 550],
  ['France', 'FR', 1.05, 800],
  ['Spain', 'ES', 1.02, 500],
  ['Bulgaria', 'BG', 0.88, 600],
  ['Romania', 'RO', 0.9, 700],
  ['Iceland', 'IS', 1.0, 700],
  ['United Kingdom', 'GB', 1.12, 700],
  ['Texas', 'US', 1.0, 900],
  ['Oregon', 'US', 1.02, 950],
  ['Virginia', 'US', 1.05, 1200],
  ['California', 'US', 1.15, 800],
  ['Utah', 'US', 0.98, 700],
  ['Quebec', 'CA', 0.94, 600],
  ['Ontario', 'CA', 1.0, 650],
  ['Japan', 'JP', 1.1, 800],
  ['South Korea', 'KR', 1.0, 900],
  ['Taiwan', 'TW', 0.97, 500],
  ['Singapore', 'SG', 1.12, 700],
  ['India', 'IN', 0.85, 250],
  ['Australia', 'AU', 1.12, 350],
  ['Brazil', 'BR', 0.95, 300],
  ['South Africa', 'ZA', 0.9, 250],
];

/** Name, cores, GHz. */
export const processors: readonly [name: string, cores: number, ghz: number][] = [
  ['AMD EPYC 7763 64-Core Processor', 128, 2.45],
  ['AMD EPYC 9654 96-Core Processor', 192, 2.4],
  ['AMD EPYC 7542 32-Core Processor', 64, 2.9],
  ['AMD Ryzen 9 7950X 16-Core Processor', 32, 4.5],
  ['AMD Ryzen Threadripper PRO 5975WX 32-Cores', 64, 3.6],
  ['Intel Xeon Gold 6338 CPU @ 2.00GHz', 64, 2.0],
  ['Intel Xeon Platinum 8480+', 112, 2.0],
  ['Intel Core i9-13900K', 32, 3.0],
];

export const boards = ['H12SSL-i', 'ROME2D32GM-2T', 'X13DEG-OA', 'WRX80E-SAGE SE WIFI', 'ROG STRIX Z790-E'];
export const disks = ['SAMSUNG MZQL23T8', 'WD_BLACK SN850X', 'Micron_7450', 'KIOXIA KCD8', 'CT4000P3PSSD8'];
/** Driver and the highest CUDA it supports. */
export const drivers: readonly [driver: string, cuda: number][] = [
  ['535.86.05', 12.2],
  ['550.54.15', 12.4],
  ['560.35.03', 12.6],
  ['570.86.15', 12.8],
  ['580.65.06', 13.0],
];
export const systems = ['20.04', '22.04', '24.04'];
