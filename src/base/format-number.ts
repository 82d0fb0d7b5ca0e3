/** Shown for whatever is not known: an unknown figure is never 0. */
export const UNKNOWN = '·';

type Maybe = number | null | undefined;

function withKnown(value: Maybe, write: (n: number) => string): string {
  return value === null || value === undefined || !Number.isFinite(value) ? UNKNOWN : write(value);
}

/** `toFixed` without a minus before nothing but zeros. */
function fixed(n: number, digits: number): string {
  return n.toFixed(digits).replace(/^-(?=0(?:\.0*)?$)/, '');
}

const signed = (text: string) => (text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`);

/** $/h as a bare figure for a column: `0.319`. */
export const rate = (perHour: Maybe) => withKnown(perHour, (n) => fixed(n, 3));
/** `$0.319/h` */
export const ratePerHour = (perHour: Maybe) => withKnown(perHour, (n) => `${signed(fixed(n, 3))}/h`);
/** A limit that was typed, with all its digits: `$0.0001/h`. */
export const limitPerHour = (perHour: number): string =>
  `$${perHour.toFixed(10).replace(/(\.\d{3}\d*?)0+$/, '$1')}/h`;
/** $/h as a day's bill: `$7.66/day`. */
export const ratePerDay = (perHour: Maybe) => withKnown(perHour, (n) => `${signed(fixed(n * 24, 2))}/day`);
/** A sum as a bare figure for a column: `41.20`. */
export const amount = (value: Maybe) => withKnown(value, (n) => fixed(n, 2));
/** `$41.20` */
export const dollars = (value: Maybe) => withKnown(value, (n) => signed(fixed(n, 2)));

/**
 * Memory in MB as the size that people know: `24G`. Cards report binary sizes (24564 is a 24G card), while whole
 * thousands are what the search makes of a typed GB.
 */
export const memory = (mb: Maybe) =>
  withKnown(mb, (n) => {
    const gb = n / (n % 1000 === 0 ? 1000 : 1024);
    return `${fixed(gb, gb < 1 ? 1 : 0)}G`;
  });
/** Disk in GB: `210G`. */
export const disk = (gb: Maybe) => withKnown(gb, (n) => `${fixed(n, 0)}G`);
/** Network speed in Mb/s: `940M`, `2.1G`. */
export const speed = (mbps: Maybe) =>
  withKnown(mbps, (n) => (Math.round(n) < 1000 ? `${fixed(n, 0)}M` : `${fixed(n / 1000, 1)}G`));
/** A fraction as per cent: `99.8%`. */
export const percent = (fraction: Maybe, digits = 1) =>
  withKnown(fraction, (n) => `${fixed(n * 100, digits)}%`);
/** A whole count, or any number as it is. */
export const count = (value: Maybe) => withKnown(value, (n) => String(n));
/** Seconds as whole days: `12d`; below a day as hours. */
export const days = (seconds: Maybe) =>
  withKnown(seconds, (n) =>
    n >= 86_400 ? `${Math.floor(n / 86_400)}d` : `${Math.max(0, Math.floor(n / 3600))}h`,
  );
