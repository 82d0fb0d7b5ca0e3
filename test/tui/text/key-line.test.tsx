import { renderToString } from 'ink';
import { describe, expect, it } from 'vitest';
import { type ActionId, actionRow } from '../../../src/engine/keymap.ts';
import type { Reachable } from '../../../src/tui/keys/layers.ts';
import { KeyLine } from '../../../src/tui/text/key-line.tsx';

const ids = [
  'security.add',
  'security.label',
  'security.primary',
  'security.codes',
  'security.remove',
  'security.keys',
  'app.help',
] as const satisfies readonly ActionId[];

const line = (columns: number, blocked: readonly ActionId[] = []): string => {
  const actions = ids.map(
    (id): Reachable => ({
      id,
      row: actionRow(id),
      keys: actionRow(id).keys,
      binding: { run: () => {}, blocked: blocked.includes(id) ? 'not now' : undefined },
    }),
  );
  return renderToString(<KeyLine actions={actions} columns={columns} />, { columns }).trim();
};

describe('the key line', () => {
  it('lets the keys at the right give way, and never help', () => {
    expect(line(60)).toBe('a add  ⏎ edit label  P primary  K API keys  ? help');
  });

  it('lets what is blocked and yields give way to what is not, and keeps the order', () => {
    const onMethod: readonly ActionId[] = ['security.label', 'security.primary', 'security.remove'];
    expect(line(44, onMethod)).toBe('a add  P primary  K API keys  ? help');
    expect(line(56, onMethod)).toBe('a add  P primary  K API keys  B new codes  ? help');
  });
});
