import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markedNames, outsideNames } from '../../src/tui/reader/outside-names.ts';
import { markedVerbatim } from '../../src/tui/reader/spoken-marks.ts';
import { spokenText } from '../../src/tui/reader/spoken-text.ts';

/** Labels that look like what the deck itself writes of time, money and memory. */
const looksLikeFigures = ['5m', '3 h', '$4/h', '93 %', '24G', 'a  b', 'x · y', '★', '1.5k 2d', '? a', '^c a'];

it.each(looksLikeFigures)('a label %s is told as it is in every sentence of the deck', (label) => {
  const names = outsideNames([{ id: 9100479, label }]);
  for (const sentence of [
    (name: string) => `${name} is running.`,
    (name: string) => `Stop ${name} in 5 seconds, u calls it back`,
    (name: string) => `Bid for ${name}, 0.3 dollars per hour`,
    (name: string) => `9100479 ${name}, 1x RTX 4090`,
    (name: string) => `If ${name} and ${name} are stopped: as now`,
    (name: string) => `${name}: asked to stop`,
    (name: string) => `log of ${name}`,
  ])
    expect(spokenText(sentence(label), names)).toBe(sentence(label));
});

it('leaves to the deck what it writes itself beside a name of the same letters', () => {
  const names = outsideNames({ label: '5m' });
  expect(spokenText('5m is late: 5m usual, 1h 5m left, 15m, $1.5/h', names)).toBe(
    '5m is late: 5 minutes usual, 1 hour 5 minutes left, 15 minutes, 1.5 dollars per hour',
  );
  expect(spokenText('Stop 5m in 5m', names)).toBe('Stop 5m in 5 minutes');
  expect(spokenText(`${markedVerbatim('5m')}, age 5m`, names)).toBe('5m, age 5 minutes');
});

it('knows a name by what was cut of it for want of room', () => {
  const names = outsideNames({ label: 'sweep 93 % of 24G runs' });
  expect(spokenText('Stop sweep 93 % of 24G… now', names)).toBe('Stop sweep 93 % of 24G… now');
});

it('keeps nothing that is told as it stands, nor letters and signs that stand between words of the deck', () => {
  expect(outsideNames([{ label: 'train-a', image: 'pytorch:2.6' }, ['m', '·', '', 'h'], 7, null])).toEqual(
    [],
  );
});

it('changes no letter of a label, whatever it is', () => {
  const text = fc.stringMatching(/^[a-z0-9$%/.·→ ]{2,12}$/).map((one) => one.trim());
  fc.assert(
    fc.property(
      text.filter((one) => one.length > 1),
      (label) => {
        const names = outsideNames({ label });
        expect(spokenText(`Limit of ${label}`, names)).toBe(`Limit of ${label}`);
        expect(markedNames(`x ${label} y`, names).replace(/\ufff8/g, '')).toBe(`x ${label} y`);
      },
    ),
  );
});
