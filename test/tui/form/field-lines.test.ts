import { describe, expect, it } from 'vitest';
import { width } from '../../../src/base/cells.ts';
import { type FieldLook, fieldLines, maskTail } from '../../../src/tui/form/field-lines.ts';
import { type FieldSpec, formState } from '../../../src/tui/form/form-state.ts';
import { partsText } from '../../../src/tui/text/parts.ts';
import { makeTheme } from '../../../src/tui/theme/theme.ts';

const look = (values: Record<string, string>, focus = '', more: Partial<FieldLook> = {}): FieldLook => ({
  state: formState(values, focus),
  glyphs: makeTheme({ ascii: false }).glyphs,
  columns: 50,
  labelCells: 9,
  pressKey: 'enter',
  reveal: false,
  ...more,
});
const drawn = (field: FieldSpec, at: FieldLook) =>
  fieldLines(field, at).lines.map((parts) => partsText(parts).trimEnd());
const token: FieldSpec = { kind: 'text', id: 'token', label: 'Token', secret: true };
const script: FieldSpec = { kind: 'lines', id: 'script', label: 'Script' };

describe('a field of a form', () => {
  it('shows its label, its value, and where the person is', () => {
    const disk: FieldSpec = { kind: 'text', id: 'disk', label: 'Disk', note: 'GB' };
    expect(drawn(disk, look({ disk: '40' }))).toEqual([`  Disk      40${'_'.repeat(31)}  GB`]);
    expect(drawn(disk, look({ disk: '40' }, 'disk'))[0]).toMatch(/^▌ Disk {6}40▌_+ {2}GB$/);
  });

  it('keeps its default in sight, dim behind the cursor, until something is typed', () => {
    const disk: FieldSpec = { kind: 'text', id: 'disk', label: 'Disk', placeholder: '20' };
    expect(drawn(disk, look({ disk: '' }))).toEqual(['  Disk      20']);
    const [held = []] = fieldLines(disk, look({ disk: '' }, 'disk')).lines;
    expect(partsText(held).trimEnd()).toBe('▌ Disk      ▌20');
    expect(held.at(-1)).toEqual([expect.stringMatching(/^20 +$/), 'dim']);
    expect(drawn(disk, look({ disk: '4' }, 'disk'))[0]).toMatch(/^▌ Disk {6}4▌_+$/);
    const typed: FieldSpec = { ...script, placeholder: 'none' };
    expect(drawn(typed, look({ script: '' }, 'script'))).toEqual(['▌ Script    ▌none']);
    expect(drawn(typed, look({ script: '\n' }, 'script'))).toEqual(['  ▌ Script'.slice(2), '            ▌']);
    const long = { ...disk, placeholder: 'as the template says '.repeat(5) };
    expect(width(drawn(long, look({ disk: '' }, 'disk'))[0] ?? '')).toBeLessThanOrEqual(50);
  });

  it('C073 never draws a secret, focused or not, beyond its last four letters', () => {
    for (const focus of ['', 'token']) {
      const [line = ''] = drawn(token, look({ token: 'super-secret-9f3c' }, focus));
      expect(line).not.toContain('secret');
      expect(line).toContain('••••9f3c');
    }
    expect(maskTail('short', '•')).toBe('•••••');
    expect(drawn(token, look({ token: 'super-secret-9f3c' }, '', { reveal: true }))[0]).toContain(
      'super-secret',
    );
  });

  it('masks the lines that are not being edited, and shows the one that is', () => {
    const env: FieldSpec = {
      kind: 'lines',
      id: 'env',
      label: 'Env',
      mask: (line) => line.replace(/=.*/, '=***'),
    };
    const values = { env: 'A=one\nB=two' };
    expect(drawn(env, look(values))).toEqual(['  Env       A=***', '            B=***']);
    expect(drawn(env, look(values, 'env'))).toEqual(['▌ Env       A=***', '            B=two▌']);
  });

  it('puts what is to be said beside the value where it fits, and below it where not', () => {
    const choice: FieldSpec = { kind: 'switch', id: 's', label: 'Busy', text: 'fail at once' };
    expect(drawn({ ...choice, note: 'now' }, look({ s: 'true' }))).toEqual([
      '  Busy      [x] fail at once  now',
    ]);
    const below = drawn(
      { ...choice, note: 'a stopped instance may be made, and its disk is charged' },
      look({ s: '' }),
    );
    expect(below[0]).toBe('  Busy      [ ] fail at once');
    expect(below.slice(1).join(' ').replace(/\s+/g, ' ').trim()).toBe(
      'a stopped instance may be made, and its disk is charged',
    );
  });

  it('shows what is wrong in place of the note', () => {
    const disk: FieldSpec = { kind: 'text', id: 'disk', label: 'Disk', note: 'GB', error: 'no number' };
    expect(drawn(disk, look({ disk: 'x' }))[0]).toMatch(/no number$/);
    expect(drawn(disk, look({ disk: 'x' }))[0]).not.toContain('GB');
  });

  it('shows the choices side by side while they fit, else the chosen one and how many there are', () => {
    const options = ['alpha', 'beta', 'gamma'].map((value) => ({ value, label: value }));
    const choice: FieldSpec = { kind: 'choice', id: 'c', label: 'Greek', options };
    expect(drawn(choice, look({ c: 'beta' }))).toEqual(['  Greek     ( ) alpha   (•) beta   ( ) gamma']);
    expect(drawn(choice, look({ c: 'beta' }, '', { columns: 40 }))).toEqual(['  Greek     (•) beta  2/3']);
  });

  it('names the line that must stay in view', () => {
    const held = look({ script: 'one\ntwo\nthree' }, 'script');
    expect(fieldLines(script, held).caretRow).toBe(2);
    expect(fieldLines(script, look({ script: 'one\ntwo' })).caretRow).toBe(0);
  });

  it('is never wider than its room', () => {
    const long = '漢字'.repeat(60);
    for (const field of [script, { kind: 'text', id: 'script', label: 'Text' } as FieldSpec])
      for (const focus of ['', 'script'])
        for (const line of drawn({ ...field, note: long }, look({ script: long }, focus)))
          expect(width(line)).toBeLessThanOrEqual(50);
  });
});
