import { render, Text, useInput, usePaste } from 'ink';
import { afterEach, expect, test } from 'vitest';
import { manualClock } from '../../../src/base/clock.ts';
import { endLostPastes } from '../../../src/platform/terminal/lost-paste.ts';
import { createStdinTap } from '../../../src/platform/terminal/stdin-tap.ts';
import { fakeTerminal, settle } from '../../support/fake-terminal.ts';

let end = () => {};
afterEach(() => end());

function Probe({ seen }: { seen: string[] }) {
  useInput((input) => seen.push(input));
  usePaste((text) => seen.push(`paste:${text}`));
  return <Text>ready</Text>;
}

async function start() {
  const terminal = fakeTerminal();
  const clock = manualClock(0);
  const seen: string[] = [];
  const app = render(<Probe seen={seen} />, { ...terminal, interactive: true, patchConsole: false });
  await settle();
  const stop = endLostPastes({
    tap: createStdinTap(terminal.stdin),
    stdin: terminal.stdin,
    sleep: clock.sleep,
  });
  end = () => {
    stop();
    app.unmount();
  };
  const type = async (text: string) => {
    terminal.type(text);
    await settle();
  };
  return { seen, clock, type };
}

test('a paste without its end is ended after a second of silence, and the keys work again', async () => {
  const { seen, clock, type } = await start();
  await type('\x1b[200~half');
  clock.advance(900);
  await type(' more');
  clock.advance(999);
  await settle();
  expect(seen).toEqual([]);
  clock.advance(1);
  await settle();
  expect(seen).toEqual(['paste:half more']);
  await type('k');
  expect(seen).toEqual(['paste:half more', 'k']);
});

test('a whole paste is left alone, also when its marks come in pieces', async () => {
  const { seen, clock, type } = await start();
  await type('\x1b[20');
  await type('0~text\x1b[20');
  await type('1~');
  clock.advance(5000);
  await settle();
  await type('k');
  expect(seen).toEqual(['paste:text', 'k']);
});
