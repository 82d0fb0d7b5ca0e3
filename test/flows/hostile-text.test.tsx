import { describe, expect, it } from 'vitest';
import { take } from '../../src/base/cells.ts';
import { openDeck, simulatedTime } from '../support/deck.tsx';
import { rent } from '../support/rent.ts';
import { width } from '../support/screen.ts';

simulatedTime();

const labels = [
  'plain',
  '汉字汉字汉字汉字汉字',
  '🇸🇪🇫🇮 flags',
  '👩‍💻👨‍👩‍👧 joined',
  'e\u0301e\u0301 combined',
  'שלום עולם',
  'x'.repeat(400),
  '\x1b[31mred\x1b[0m\x1b]0;title\x07',
  'two\nlines\tand a tab',
  '\u202eright to left\u2066',
  '\u0000\u0007bell',
];

describe('labels from anywhere', () => {
  it.each(labels)('C089 %j stays inside its column and does nothing to the terminal', async (label) => {
    const app = await openDeck();
    const id = await rent(app);
    await app.control(`instances/${id}`, { label });
    await app.go('instances');
    await app.advance(21_000);
    const row = app.frame().find((line) => line.includes(String(id))) as string;
    const head = app.frame().find((line) => line.includes('STATE')) as string;
    const at = width(head.slice(0, head.indexOf('STATE')));
    const before = take(row, at);
    expect(width(before)).toBeGreaterThanOrEqual(at - 1);
    expect(row.slice(before.length).trimStart()).toMatch(/^(provisioning|loading|running)/);
    expect(app.text()).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    expect(app.terminal.output()).not.toContain(']0;title');
    expect(app.terminal.output()).not.toContain('\x07');
  });

  it('asks for the id where a label cannot be typed', async () => {
    const app = await openDeck();
    const id = await rent(app);
    await app.control(`instances/${id}`, { label: '汉字' });
    await app.go('instances');
    await app.advance(21_000);
    await app.press('instance.destroy');
    expect(app.dialog()).toContain(`Type ${id} to confirm`);
  });
});
