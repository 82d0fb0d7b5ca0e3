/** Storage prices are quoted per month, and the service's month has 720 hours. */
export const HOURS_PER_MONTH = 720;

/** A figure that was sent. */
export const known = (n: number | undefined): n is number => n !== undefined && Number.isFinite(n);
/** Only known parts make a sum. */
export const sum = (a: number | undefined, b: number | undefined) =>
  known(a) && known(b) ? a + b : undefined;

/** $/h for `gb` of disk at `storageCost` $/GB/month; undefined when either is unknown. */
export function diskPerHour(storageCost: number | undefined, gb: number | undefined): number | undefined {
  return known(storageCost) && known(gb) ? (storageCost * gb) / HOURS_PER_MONTH : undefined;
}

/** $/h by part. An absent part is unknown, never free. */
export type Cost = { gpu?: number; disk?: number; total?: number };

/** The known parts alone, `whole` being the total. */
export function cost(gpu: number | undefined, disk: number | undefined, whole: number | undefined): Cost {
  return {
    ...(known(gpu) ? { gpu } : {}),
    ...(known(disk) ? { disk } : {}),
    ...(known(whole) ? { total: whole } : {}),
  };
}

/** Services round: less than this between two figures of one price is no difference. */
const tolerance = { share: 0.02, perHour: 0.001 };

/** Whether one price in $/h is clearly above another. */
export const isDearer = (price: number, than: number): boolean =>
  price > than * (1 + tolerance.share) + tolerance.perHour;

/** The dearest of the figures that were sent for one price: where a record contradicts itself, the worse is believed. */
export const dearest = (...prices: readonly (number | undefined)[]): number | undefined => {
  const sent = prices.filter(known);
  return sent.length === 0 ? undefined : Math.max(...sent);
};

/**
 * The GPU's part of a price, and the whole, so that they agree: a whole that is less than its parts is none, and a part
 * that leaves some of the whole unexplained is none either.
 */
export function agreeing(
  gpu: number | undefined,
  disk: number | undefined,
  whole: number | undefined,
): { gpu: number | undefined; whole: number | undefined } {
  const parts = sum(gpu, disk);
  // What is known of the parts is the least that the whole can be.
  const least = sum(gpu ?? 0, disk ?? 0);
  const rest = known(whole) && known(disk) ? Math.max(0, whole - disk) : undefined;
  return {
    gpu: known(rest) && (!known(gpu) || isDearer(rest, gpu)) ? rest : gpu,
    whole: known(whole) ? (known(least) && isDearer(least, whole) ? least : whole) : parts,
  };
}
