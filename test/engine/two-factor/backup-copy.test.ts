import { describe, expect, test } from 'vitest';
import {
  askForOne,
  backupFileName,
  backupFileText,
  noCopy,
  readBack,
  showAgain,
  withCopy,
} from '../../../src/engine/two-factor/backup-copy.ts';

const codes = ['K7QF-93XM-P2LD', 'M2XC-TT4H-9WQJ', '9PLW-F6DR-VK3N'];

describe('the copy of new backup codes', () => {
  test('C053 one is not asked for before a copy is kept', () => {
    expect(askForOne(noCopy, 3, () => 0)).toBe(noCopy);
    expect(askForOne(withCopy(noCopy, 'saved'), 3, () => 0.5)).toMatchObject({ asked: 1, checked: false });
    expect(askForOne(withCopy(noCopy, 'saved'), 3, () => 0.9999999999999999).asked).toBe(2);
  });

  test('a tick can be taken back', () => {
    const ticked = withCopy(withCopy(noCopy, 'written'), 'written');
    expect(ticked.kept).toEqual(['written']);
    expect(withCopy(ticked, 'written', false).kept).toEqual([]);
  });

  test('is proved by typing the code that was picked, in any way of writing it', () => {
    const asked = askForOne(withCopy(noCopy, 'written'), 3, () => 0.5);
    expect(readBack(asked, codes, 'm2xc tt4h 9wqj')).toEqual({ kept: ['written'], checked: true });
  });

  test('is not proved by another code, by half of one, or without being asked', () => {
    const asked = askForOne(withCopy(noCopy, 'saved'), 3, () => 0);
    expect(readBack(asked, codes, '9PLW-F6DR-VK3N')).toMatchObject({
      checked: false,
      asked: 0,
      refused: 'That is code 3; code 1 is asked for.',
    });
    expect(readBack(asked, codes, 'AAAA-BBBB-CCCC').refused).toMatch(/not code 1/);
    expect(readBack(asked, codes, 'K7QF').refused).toMatch(/XXXX-XXXX-XXXX/);
    expect(readBack(noCopy, codes, 'K7QF-93XM-P2LD')).toBe(noCopy);
  });

  test('the codes can be seen again, and the copy stays kept', () => {
    const asked = askForOne(withCopy(noCopy, 'printed'), 3, () => 0);
    expect(showAgain(readBack(asked, codes, 'nothing'))).toEqual({ kept: ['printed'], checked: false });
  });

  test('a file holds every code, numbered, under a name with its day', () => {
    expect(backupFileName(Date.UTC(2026, 10, 27, 23))).toBe('rigdeck-backup-codes-2026-11-27.txt');
    const text = backupFileText(codes, { account: 'me@example.com', at: '27 Nov 2026 23:00 UTC' });
    expect(text).toContain('for me@example.com, made 27 Nov 2026 23:00 UTC.');
    expect(text.match(/^ \d {2}[A-Z0-9-]{14}$/gm)).toHaveLength(3);
    expect(backupFileText(codes, { at: 'today' })).toMatch(/^Backup codes, made today\./);
  });
});
