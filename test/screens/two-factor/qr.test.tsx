import { Box, render, Text } from 'ink';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { planQr, type QrLook, type QrSize } from '../../../src/engine/two-factor/qr-blocks.ts';
import { qrModules } from '../../../src/engine/two-factor/qr-modules.ts';
import { Qr } from '../../../src/screens/two-factor/qr.tsx';
import { fakeTerminal, settle } from '../../support/fake-terminal.ts';
import { palettes, readQr } from '../../support/qr-reader.ts';

// Ink's colours are fixed when it is loaded; tests run without any otherwise.
vi.hoisted(() => {
  process.env.FORCE_COLOR = '3';
});

const uri =
  'otpauth://totp/Rigdeck:someone%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Rigdeck';
const modules = qrModules(uri);

let end = () => {};
afterEach(() => end());

/** The bytes that draw the code beside other text, as the enrolment screen does. */
async function drawn(size: { cols: number; rows: number }, room: QrSize, look: QrLook): Promise<string> {
  const { drawing } = planQr(modules, room, look);
  if (drawing === undefined) throw new Error('it does not fit');
  const terminal = fakeTerminal(size);
  const app = render(
    <Box>
      <Qr drawing={drawing} />
      <Box flexDirection="column" marginLeft={2}>
        <Text>Scan this</Text>
        <Text>JBSW Y3DP EHPK 3PXP</Text>
      </Box>
    </Box>,
    { ...terminal, interactive: true, patchConsole: false },
  );
  end = () => app.unmount();
  await settle();
  return terminal.output();
}

const plain: QrLook = { ascii: false, level: 3, background: 'dark' };
const side = modules.length;
const exactly = (quiet: number): QrSize => ({ columns: side + 2 * quiet, rows: (side + 2 * quiet + 1) / 2 });

describe('the drawn code, read off the screen by a strict reader', () => {
  const sizes = [
    ['quiet zone 4', 4],
    ['quiet zone 2', 2],
    ['quiet zone 1', 1],
  ] as const;
  const grounds = ['dark', 'light'] as const;
  const levels = [3, 2, 1] as const;
  const every = sizes.flatMap(([name, quiet]) =>
    grounds.flatMap((ground) => levels.map((level) => [name, ground, level, quiet] as const)),
  );

  test.each(every)('C052 says the address: %s on a %s terminal with colour level %i', async (...row) => {
    const [, ground, level, quiet] = row;
    const room = exactly(quiet);
    const size = { cols: room.columns + 26, rows: room.rows + 2 };
    const output = await drawn(size, room, { ...plain, level, background: ground });
    expect(await readQr(output, size, palettes[ground])).toBe(uri);
  });

  test.each(grounds)('C052 says it without any colour on a %s terminal', async (background) => {
    for (const quiet of [4, 2, 1]) {
      const room = exactly(quiet);
      const size = { cols: room.columns + 26, rows: room.rows + 2 };
      const output = await drawn(size, room, { ...plain, level: 0, background });
      expect(await readQr(output, size, palettes[background])).toBe(uri);
    }
  });

  test('C052 can be turned round when the background was taken for the other', async () => {
    const size = { cols: 100, rows: 30 };
    const wrong: QrLook = { ...plain, level: 0, background: 'light' };
    expect(await readQr(await drawn(size, exactly(2), wrong), size, palettes.dark)).toBeNull();
    const turned = await drawn(size, exactly(2), { ...wrong, invert: true });
    expect(await readQr(turned, size, palettes.dark)).toBe(uri);
  });

  test.each([
    ['in colour', 'dark', 3],
    ['in colour', 'light', 1],
    ['without colour', 'dark', 0],
    ['without colour', 'light', 0],
  ] as const)('C052 says it in ASCII %s on a %s terminal (level %i)', async (_, background, level) => {
    const size = { cols: 2 * side + 40, rows: side + 10 };
    const room = { columns: 2 * side + 8, rows: side + 8 };
    const output = await drawn(size, room, { ascii: true, level, background });
    expect(output).not.toMatch(/[▀▄█]/);
    const read = await readQr(output, size, palettes[background], { blurred: level === 0 });
    expect(read).toBe(uri);
  });

  test('C052 fits an 80x24 terminal beside the text with a quiet zone of 2', async () => {
    const size = { cols: 80, rows: 24 };
    const room = { columns: 45, rows: 22 };
    expect(planQr(modules, room, plain).drawing?.quiet).toBe(2);
    expect(await readQr(await drawn(size, room, plain), size, palettes.dark)).toBe(uri);
  });
});
