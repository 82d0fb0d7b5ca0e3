import { unit } from '../random.ts';
import { type GpuModel, gpuModels, places } from './catalogue.ts';

/**
 * What never changes about a market: which machine each offer is a part of, and the traits of that machine that
 * the other fields follow from. Numbers in columns, so that 100,000 offers cost a few megabytes.
 */
export type Ground = {
  seed: number;
  size: number;
  /** Number of the machine that offer `i` is a share of. */
  machine: Int32Array;
  gpus: Uint8Array;
  /** GPUs of the whole machine. */
  machineGpus: Uint8Array;
  model: Uint8Array;
  place: Uint8Array;
  /** 0 to 1: how well the machine is kept. Reliability, verification and price follow it. */
  care: Float64Array;
  datacenter: Uint8Array;
};

/** Chance that belongs to a machine or to an offer. Each trait has its own number, so that none depends on another. */
export const trait = {
  model: 1,
  place: 2,
  care: 3,
  datacenter: 4,
  price: 5,
  bid: 6,
  phase: 7,
  reliability: 8,
  verification: 9,
  storage: 10,
  processor: 11,
  memory: 12,
  disk: 13,
  diskSpeed: 14,
  up: 15,
  down: 16,
  traffic: 17,
  ports: 18,
  driver: 19,
  system: 20,
  board: 21,
  bus: 22,
  term: 23,
  discount: 24,
  host: 25,
  address: 26,
  virtual: 27,
  display: 28,
  external: 29,
  speed: 30,
  taken: 31,
  fixedAddress: 32,
  volume: 33,
} as const;

/** Machines cut into offers, [GPUs of the machine, GPUs of each offer]; repeated over the whole market. */
const shapes: readonly (readonly [number, readonly number[]])[] = [
  [1, [1]],
  [2, [1, 1]],
  [1, [1]],
  [4, [2, 1, 1]],
  [2, [2]],
  [1, [1]],
  [4, [4]],
  [8, [4, 2, 1, 1]],
  [1, [1]],
  [8, [8]],
];
const pattern = shapes.flatMap(([all, offers], machine) => offers.map((gpus) => ({ machine, gpus, all })));

/** The ground of a market of `size` offers. */
export function layGround(seed: number, size: number): Ground {
  const ground: Ground = {
    seed,
    size,
    machine: new Int32Array(size),
    gpus: new Uint8Array(size),
    machineGpus: new Uint8Array(size),
    model: new Uint8Array(size),
    place: new Uint8Array(size),
    care: new Float64Array(size),
    datacenter: new Uint8Array(size),
  };
  const byWeight = gpuModels.flatMap((model, index) => new Array<number>(model.weight).fill(index));
  for (let i = 0; i < size; i++) {
    const cut = pattern[i % pattern.length] as (typeof pattern)[number];
    const machine = Math.floor(i / pattern.length) * shapes.length + cut.machine;
    const model = byWeight[Math.floor(unit(seed, machine, trait.model) * byWeight.length)] as number;
    ground.machine[i] = machine;
    ground.gpus[i] = cut.gpus;
    ground.machineGpus[i] = cut.all;
    ground.model[i] = model;
    ground.place[i] = Math.floor(unit(seed, machine, trait.place) * places.length);
    ground.care[i] = unit(seed, machine, trait.care);
    const server = (gpuModels[model] as GpuModel).server;
    ground.datacenter[i] = unit(seed, machine, trait.datacenter) < (server ? 0.7 : 0.12) ? 1 : 0;
  }
  return ground;
}

/** Chance of the machine that offer `i` belongs to, in [0, 1). */
export const machineChance = (ground: Ground, i: number, which: number): number =>
  unit(ground.seed, ground.machine[i] as number, which);

export const modelOf = (ground: Ground, i: number): GpuModel =>
  gpuModels[ground.model[i] as number] as GpuModel;

export const placeOf = (ground: Ground, i: number): (typeof places)[number] =>
  places[ground.place[i] as number] as (typeof places)[number];
