/**
 * Pictures of the deck for README.md: the real deck over the real client and the embedded sandbox, in this process, on
 * a clock that stands still. Seed and time are fixed, so that the pictures change only when the deck does.
 */

import '../src/platform/start/runtime-gaps.ts';
import { Writable } from 'node:stream';
import headless from '@xterm/headless';
import { render } from 'ink';
import { compose } from '../src/app/composition.ts';
import { createDeckServices, toSession } from '../src/app/deck-services.ts';
import { manualClock } from '../src/base/clock.ts';
import { App } from '../src/deck.tsx';
import { createDeck } from '../src/engine/deck.ts';
import { type ActionId, actions } from '../src/engine/keymap.ts';
import type { TerminalPort } from '../src/engine/services.ts';
import { openDrafts } from '../src/platform/files/draft.ts';
import { openUnkeptCodes } from '../src/platform/files/unkept-codes.ts';
import { openViews } from '../src/platform/files/views.ts';
import { makeTheme } from '../src/tui/theme/theme.ts';
import { fakeIn } from '../test/support/fake-terminal.ts';
import { measureByClusters } from '../test/support/grapheme-widths.ts';
import { screenAsSvg } from './picture.svg.ts';

const start = Date.UTC(2026, 10, 26, 8, 40, 0);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const keyBytes: Readonly<Record<string, string>> = { enter: '\r', esc: '\x1b', tab: '\t', down: '\x1b[B' };

/** A terminal that is looked at and nothing else. */
const terminalPort: TerminalPort = {
  run: async () => ({ ok: true, text: '' }),
  attach: () => () => {},
  ssh: async () => ({ ok: true, text: '' }),
  tunnel: async () => ({ ok: true, text: '' }),
  freePort: async (wanted: number) => wanted,
  openLink: async () => ({ ok: true, text: '' }),
  knownHosts: () => '/dev/null',
  edit: async () => ({ text: undefined }),
  copy: async () => ({ how: 'not-copied', text: '' }),
  notify: () => {},
  repaint: () => {},
  suspend: async () => undefined,
  onRaw: () => () => {},
  focused: () => true,
  onFocus: () => () => {},
};

/** The deck signed in to a sandbox of its own, at a terminal of 80 by 24. */
async function openPicture(world: 'fresh' | 'busy' = 'fresh') {
  const clock = manualClock(start);
  const random = () => 0.5;
  const composition = await compose(
    {
      env: {},
      clock,
      random,
      stdin: async () => '',
      spawn: () => {
        throw new Error('a picture starts no program');
      },
      entry: '',
      platform: 'linux',
      version: '',
    },
    { sandbox: true },
  );
  const account = await composition.openSandboxSession({ clock, seed: 7, world });
  const services = createDeckServices(
    composition,
    terminalPort,
    {
      drafts: await openDrafts(undefined),
      unkeptCodes: await openUnkeptCodes(undefined),
      views: await openViews(undefined),
      profile: () => undefined,
    },
    'UTC',
  );
  const deck = createDeck(services, { route: { screen: 'offers' }, session: toSession(account) });

  const terminal = new headless.Terminal({ cols: 80, rows: 24, allowProposedApi: true, scrollback: 0 });
  measureByClusters(terminal);
  const stdout = Object.assign(
    new Writable({
      decodeStrings: false,
      write(chunk: string, _encoding, done) {
        terminal.write(chunk.replace(/\r?\n/g, '\r\n'), done);
      },
    }),
    { isTTY: true, columns: terminal.cols, rows: terminal.rows },
  ) as unknown as NodeJS.WriteStream;
  const stdin = fakeIn();
  const ink = render(<App deck={deck} theme={makeTheme({ ascii: false })} />, {
    stdin,
    stdout,
    stderr: stdout,
    interactive: true,
    alternateScreen: true,
    incrementalRendering: true,
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: 60,
  });

  const frame = () =>
    Array.from({ length: terminal.rows }, (_, y) =>
      terminal.buffer.active.getLine(terminal.buffer.active.baseY + y)?.translateToString(true),
    ).join('\n');
  /** Until the screen has stood still for a while; only drawing takes real time here. */
  const still = async () => {
    for (let before = '', same = 0; same < 4; ) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      same = frame() === before ? same + 1 : 0;
      before = frame();
    }
  };
  const picture = {
    account,
    deck,
    clock,
    frame,
    still,
    async type(bytes: string) {
      stdin.push(bytes, 'utf8');
      await still();
    },
    async press(...ids: ActionId[]) {
      for (const id of ids) {
        const [key] = actions[id].keys as readonly [string];
        const ctrl = /^ctrl\+([a-z])$/.exec(key)?.[1];
        await picture.type(
          ctrl === undefined ? (keyBytes[key] ?? key) : String.fromCharCode(ctrl.charCodeAt(0) - 96),
        );
      }
    },
    /** Lets time pass in the deck and in the sandbox, and the deck look at both. */
    async pass(ms: number) {
      clock.advance(ms);
      await picture.press('app.refresh');
    },
    /** As `pass`, but the deck does not look: what it knows grows old. */
    async wait(ms: number) {
      clock.advance(ms);
      await still();
    },
    /** Lets time pass for as long as something takes: calls of one kind keep apart. */
    async taking<T>(work: Promise<T>): Promise<T> {
      let open = true;
      const ended = () => {
        open = false;
      };
      void work.then(ended, ended);
      while (open) {
        clock.advance(100);
        await new Promise(setImmediate);
      }
      return work;
    },
    svg: (title: string) => screenAsSvg(terminal, `rigdeck: ${title}`),
    close: () => ink.unmount(),
  };
  await still();
  return picture;
}
type Picture = Awaited<ReturnType<typeof openPicture>>;

/** Rents the cheapest offer of a kind without the deck, as something that was there before. */
async function rentBefore(
  { account, taking }: Picture,
  gpu: string,
  gpus: number,
  label: string,
  disk: number,
) {
  const { api } = account;
  const search = api.searchOffers({
    gpu_name: { eq: gpu },
    num_gpus: { eq: gpus },
    direct_port_count: { gte: 1 },
    disk_space: { gte: disk },
    rentable: { eq: true },
    order: [['dph_total', 'asc']],
    type: 'on-demand',
    limit: 1,
  });
  const [offer] = (await taking(search)).offers;
  if (offer === undefined) throw new Error(`the sandbox offers no ${gpus}x ${gpu}`);
  const image = 'pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime';
  const body = { image, label, disk, runtype: 'ssh_direct' } as const;
  return (await taking(api.createInstance(offer.id, body))).new_contract;
}

/** What the pictures of the README show, by file name. */
export async function pictures(): Promise<Map<string, string>> {
  const svgs = new Map<string, string>();

  const deck = await openPicture();
  const shoot = async (name: string, title: string) => {
    await deck.wait(4 * second);
    svgs.set(`${name}.svg`, deck.svg(title));
  };
  const { api, service } = deck.account;
  await rentBefore(deck, 'RTX 4090', 1, 'train-a', 40);
  const scratch = await rentBefore(deck, 'RTX 3090', 1, 'scratch', 200);
  await deck.pass(20 * hour);
  await deck.taking(api.stopInstance(scratch));
  await deck.pass(9 * hour);
  await rentBefore(deck, 'RTX 4090', 2, 'eval', 60);
  service.control.account({ credit: 44 });
  await deck.pass(3 * hour);

  deck.deck.search.set((search) => ({
    ...search,
    filters: { ...search.filters, gpu_name: { eq: 'RTX 4090' } },
  }));
  await deck.still();
  await deck.press('list.down', 'list.down');
  // What was done behind the deck's back is told; the first picture is of the offers.
  deck.deck.messages.dismiss();
  await shoot('offers', 'the Offers screen');

  await deck.press('offer.rent');
  await deck.type('pytorch/pytorch:2.6.0-cuda12.6');
  await deck.press('form.next');
  await deck.type('train-b');
  await deck.press('form.next');
  await deck.type('\x15');
  await deck.type('40');
  await shoot('rent-form', 'the rent form');
  await deck.press('rent.review');
  await shoot('review', 'the review before renting');
  await deck.press('dialog.yes');
  for (let passed = 0; passed < 60; passed += 10) await deck.pass(10 * second);
  // The last read is answered.
  for (let passed = 0; passed < 20; passed += 1) await deck.wait(second / 10);
  await shoot('boot-watch', 'a boot being watched');

  const failed = await rentBefore(deck, 'RTX 3090', 1, 'lora-x', 20);
  service.control.instance(failed, { actual_status: 'exited', status_msg: 'CUDA driver too old for image' });
  await deck.press('app.instances');
  await deck.pass(30 * second);
  await shoot('instances', 'the Instances screen');
  await deck.press('app.money');
  await shoot('money', 'the Money screen');
  deck.close();

  const protectedAccount = await openPicture('busy');
  await protectedAccount.press('app.security');
  await protectedAccount.wait(4 * second);
  svgs.set('security.svg', protectedAccount.svg('the Security screen'));
  protectedAccount.close();
  return svgs;
}
