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
