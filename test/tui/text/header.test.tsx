import { render } from 'ink';
import { expect, it } from 'vitest';
import { Header } from '../../../src/tui/text/header.tsx';
import type { Tab } from '../../../src/tui/text/header-parts.ts';
import { fakeTerminal } from '../../support/fake-terminal.ts';

const names = ['Offers', 'Instances', 'Groups', 'Copy', 'Security', 'Money'];

async function header(cols: number, corner: string, at = 0, crumbs: string[] = []): Promise<string> {
  const tabs: Tab[] = names.map((name, index) => ({
    ...{ key: String(index + 1), name },
    ...{ active: index === at, attention: index === 1 },
  }));
  const { stdin, stdout, stderr, frame } = fakeTerminal({ cols, rows: 3 });
  const drawn = <Header tabs={tabs} crumbs={crumbs} corner={[corner]} columns={cols} />;
  const ink = render(drawn, { stdin, stdout, stderr, interactive: true, patchConsole: false, debug: true });
  await new Promise((resolve) => setImmediate(resolve));
  ink.unmount();
  return (frame()[0] as string).trimEnd();
}

it('names every place at 80 columns beside a short account', async () => {
  expect(await header(80, 'main')).toBe(
    ' rigdeck  [1 Offers] 2 Instances• 3 Groups  4 Copy  5 Security  6 Money    main',
  );
});

it('lets names go from the right beside a long account, and no more of them than it must', async () => {
  expect(await header(80, '127.0.0.1:7801')).toBe(
    ' rigdeck  [1 Offers] 2 Instances• 3 Groups  4 Copy  5  6         127.0.0.1:7801',
  );
  expect(await header(60, 'main')).toBe(' rigdeck  [1 Offers] 2 Instances• 3 Groups  4  5  6    main');
});

it('keeps the name of the place where one is, whatever goes', async () => {
  expect(await header(60, 'console.example.com', 5)).toBe(
    ' rigdeck   1 Offers  2• 3  4  5 [6 Money]   console.exampl…',
  );
});

it('gives an account of any length a quarter of the line', async () => {
  expect(await header(80, 'x'.repeat(200))).toMatch(/ x{19}…$/);
});

it('moves no place for the dot of another one, nor of the one where one is', async () => {
  const from = async (at: number) => (await header(80, 'main', at)).indexOf('3 Groups');
  expect(new Set(await Promise.all([0, 1, 3].map(from))).size).toBe(1);
  expect(await header(120, 'main', 1)).toContain('[2 Instances]•');
});

it('keeps the place where one is at the end of a long trail, and lets its beginning go', async () => {
  const trail = ['Money', 'API keys', 'SSH keys', 'Saved searches', 'Volumes'];
  const at = (cols: number) => header(cols, '127.0.0.1:41957', 0, trail);
  expect(await at(100)).toMatch(
    /^ rigdeck {2}Money › API keys › SSH keys › Saved searches › Volumes {2,}127/,
  );
  expect(await at(80)).toMatch(/^ rigdeck {2}… › API keys › SSH keys › Saved searches › Volumes {2,}127/);
  expect(await at(60)).toMatch(/^ rigdeck {2}… › Saved searches › Volumes {2,}127/);
});
