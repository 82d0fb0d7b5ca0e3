/** What the figures of a column stand for; a figure without a unit counts in the first of them. */
export type ShownUnit = 'GB' | 'Mb/s' | 'days' | 'span' | '%' | '$' | '$/h' | '$/day';

type Rule = {
  /** What one of each unit is worth; the empty one is a figure without any. */
  worth: Readonly<Record<string, number>>;
  /** How one is written, for a sentence that says how. */
  example: string;
};

const inDays = { s: 1 / 86_400, m: 1 / 1440, min: 1 / 1440, h: 1 / 24, d: 1, w: 7 };
const dayMs = 86_400_000;

const rules: Readonly<Record<ShownUnit, Rule>> = {
  GB: { worth: { '': 1, m: 0.001, mb: 0.001, g: 1, gb: 1, t: 1000, tb: 1000 }, example: '24G' },
  'Mb/s': {
    worth: { '': 1, k: 0.001, m: 1, mb: 1, mbps: 1, 'mb/s': 1, g: 1000, gb: 1000, gbps: 1000, 'gb/s': 1000 },
    example: '500M',
  },
  days: { worth: { '': 1, ...inDays }, example: '30d' },
  // A bare figure could be hours as well as days.
  span: {
    worth: Object.fromEntries(Object.entries(inDays).map(([unit, worth]) => [unit, worth * dayMs])),
    example: '3h',
  },
  '%': { worth: { '': 1, '%': 1 }, example: '99%' },
  $: { worth: { '': 1 }, example: '1.50' },
  '$/h': { worth: { '': 1, '/h': 1, '/hour': 1 }, example: '0.35' },
  '$/day': { worth: { '': 1, '/d': 1, '/day': 1 }, example: '8.40' },
};

const piece = /^(\d+\.?\d*|\.\d+)\s*([a-z%/]*)\s*/;

/**
 * A figure as a cell shows it or a person types it, in the first unit of its column (a span in ms); undefined for what
 * is none. Several stand behind each other in a span: `1d 4h`.
 */
export function readShown(text: string, unit: ShownUnit): number | undefined {
  const { worth } = rules[unit];
  const [, sign = '', figures = ''] =
    /^(?:[≥≤]|[<>]=)?\s*(-?)\s*(.*)$/s.exec(text.trim().toLowerCase()) ?? [];
  let rest = unit.startsWith('$') ? figures.replace(/^\$/, '') : figures;
  let sum: number | undefined;
  while (rest !== '') {
    const [all, figure, name = ''] = piece.exec(rest) ?? [];
    const each = Object.hasOwn(worth, name) ? worth[name] : undefined;
    if (all === undefined || each === undefined) return undefined;
    if (sum !== undefined && unit !== 'span' && unit !== 'days') return undefined;
    sum = (sum ?? 0) + Number(figure) * each;
    rest = rest.slice(all.length);
  }
  return sum === undefined ? undefined : sign === '-' ? -sum : sum;
}

/** A figure in this unit, as somebody would type it. */
export const exampleOf = (unit: ShownUnit | undefined): string =>
  unit === undefined ? '12' : rules[unit].example;
