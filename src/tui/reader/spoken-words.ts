const units: Readonly<Record<string, string>> = { d: 'day', h: 'hour', m: 'minute', s: 'second' };
const ramp = '▁▂▃▄▅▆▇█';
const rampRun = /[▁-█][▁-█ ]*[▁-█]|[▁-█]/g;
/** Under a fifth of the height a curve counts as level. */
const levelShare = 0.2;

/** Which way a row of block characters goes: the mean of its last third against that of its first. */
export function trendOf(blocks: string): 'rising' | 'falling' | 'steady' {
  const heights = [...blocks].map((sign) => ramp.indexOf(sign)).filter((height) => height >= 0);
  const third = Math.max(1, Math.floor(heights.length / 3));
  const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;
  const change = (mean(heights.slice(-third)) - mean(heights.slice(0, third))) / (ramp.length - 1);
  return Math.abs(change) < levelShare ? 'steady' : change > 0 ? 'rising' : 'falling';
}

const many = (count: string, word: string): string => `${count} ${word}${count === '1' ? '' : 's'}`;

/** What the deck writes, in words: units, signs and curves. What is somebody else's does not come here (`spokenText`). */
export function inWords(text: string): string {
  return tidy(
    text
      .replace(/[\u2500-\u257f]+/g, ' ')
      .replace(rampRun, (run) => ` ${trendOf(run)} `)
      .replace(/\b(rising|falling|steady)\s+(\d+(?:\.\d+)?) ?%/g, '$2%, $1')
      .replace(/^ *\? /, 'not known: ')
      .replace(/ · /g, ', ')
      .replace(/(^|\s)·(?=\s|$)/g, '$1unknown')
      .replace(/ ?→ ?/g, ' to ')
      .replace(/(?<![\w<])<(?=\d+[sm]\b)/g, 'less than ')
      .replace(/≥ ?/g, 'at least ')
      .replace(/≤ ?/g, 'at most ')
      .replace(/⏎/g, 'enter')
      .replace(/⇧/g, 'shift+')
      .replace(/\bmarked\s+(?=\d+ marked\b)/g, '')
      .replace(/[•*]{2,} ?(?=\d{4}\b)/g, 'ending in ')
      .replace(/[•*]{2,}/g, 'hidden ')
      .replace(/[■□]+|_{2,}/g, ' ')
      .replace(/★/g, 'primary')
      .replace(/(?<=^|[\s(])\^([a-z])(?= )/g, 'control $1')
      .replace(/\bspc\b/g, 'space')
      .replace(
        /(?<![\w{(])\$(\d[\d.,]*\d|\d)/g,
        (_, sum: string) => `${sum} ${sum === '1' ? 'dollar' : 'dollars'}`,
      )
      .replace(
        /(\d dollars?|\d)\/(h|day|month)\b/g,
        (_, before: string, per: string) =>
          `${/dollars?$/.test(before) ? before : `${before} dollars`} per ${per === 'h' ? 'hour' : per}`,
      )
      .replace(/\$\/h\b/gi, 'dollars per hour')
      .replace(/\/(GB|TB)\b/g, (_, size: string) => ` per ${size === 'GB' ? 'gigabyte' : 'terabyte'}`)
      .replace(
        /\b(download|upload|down|up) (\d+(?:\.\d+)?)([MG])\b/g,
        (_, way: string, figure: string, size: string) =>
          `${way} ${figure} ${size === 'M' ? 'megabits' : 'gigabits'} per second`,
      )
      // A span has few digits, and an id that a label follows has many.
      .replace(/(?<![\w.:/@=-])(\d{1,4}) ?([dhms])(?![\w:/=-])/g, (_, count: string, unit: string) =>
        many(count, units[unit] as string),
      )
      .replace(/ ?%/g, ' percent')
      .replace(/(?<![\w.])(\d+)G\b/g, '$1 gigabytes'),
  );
}

/** Blanks between columns become a comma, and commas that meet become one. */
function tidy(text: string): string {
  return text
    .trim()
    .replace(/ {2,}/g, ', ')
    .replace(/(?: ?,)+ ?(?=[,\s]|$)/g, ',')
    .replace(/([:.!?]),/g, '$1')
    .replace(/ +([,.])(?=\s|$)/g, '$1')
    .replace(/^[, ]+|[, ]+$/g, '')
    .replace(/ {2,}/g, ' ');
}
