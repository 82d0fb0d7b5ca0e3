/** Somebody who uses a deck at random, and services that have their moods: the same on simulated time and in a pty. */

import type { ActionId } from '../../src/engine/keymap.ts';
import type { Dice } from '../support/chance.ts';

/** A deck as somebody sits at it who sees its screen and has its keyboard. */
export type Seat = {
  text(): string;
  /** Sends bytes as the keyboard does, and waits a moment. */
  type(bytes: string, after?: number): Promise<void>;
  /** Presses the first key of each action, one after another. */
  press(...ids: ActionId[]): Promise<void>;
  resize(cols: number, rows: number): Promise<void>;
  /** Lets so much of the service's time pass. */
  pass(ms: number): Promise<void>;
  ended(): boolean;
};

/** What of its control surface is used of a service. */
export type Moody = {
  addFault(fault: Record<string, unknown>): unknown;
  clearFaults(): unknown;
  /** Ids of the instances that are there. */
  alive(): readonly number[] | Promise<readonly number[]>;
  change(id: number, to: Record<string, unknown>): unknown;
};

export type Tally = Record<'faults' | 'resizes' | 'switches' | 'rents' | 'acts' | 'keys' | 'sleeps', number>;
export const noTally = (): Tally => ({
  ...{ faults: 0, resizes: 0, switches: 0, rents: 0, acts: 0, keys: 0, sleeps: 0 },
});

const minute = 60_000;
/** Columns and rows: some that fit much, some with room for the digest alone. */
export const sizes: readonly (readonly [cols: number, rows: number])[] = [
  ...([
    [80, 24],
    [120, 40],
    [160, 50],
  ] as const),
  ...([
    [60, 16],
    [40, 10],
    [20, 3],
    [200, 60],
    [61, 17],
  ] as const),
];
const paths = ['/api/v0/*', '/api/v0/instances/', '/api/v0/instances/*', '/api/v0/bundles/'];
const morePaths = ['/api/v0/users/current/', '/api/v0/asks/*', '/api/v0/charges/', '/api/v0/tfa/*'];

/** A fault of the control surface; none that ends a session, behind which a person would have to sign in. */
export function randomFault({ one, below, between }: Dice) {
  const kinds = [
    { kind: 'status', status: 429, headers: { 'Retry-After': String(1 + below(90)) } },
    { kind: 'status', status: 429, body: 'API requests too frequent' },
    ...[500, 502, 503, 504].map((status) => ({ kind: 'status', status })),
    ...['drop', 'drop-after', 'hang', 'garbage', 'html', 'truncate'].map((kind) => ({ kind })),
    { kind: 'delay', delay_ms: Math.round(between(50, 40_000)) },
    { kind: 'error', code: one(['bad_request', 'service_unavailable']) },
  ];
  return { ...one(kinds), path: one([...paths, ...morePaths]), times: 1 + below(8) };
}

const places: readonly ActionId[] = [
  ...(['app.offers', 'app.instances', 'app.groups', 'app.copy', 'app.security'] as const),
  ...(['app.money', 'app.calls', 'app.last', 'app.needs-you'] as const),
];
const moves: readonly ActionId[] = [
  ...(['list.down', 'list.up', 'list.page-down', 'list.page-up', 'list.top', 'list.bottom'] as const),
  ...([
    'list.half-down',
    'list.reverse',
    'list.sort-right',
    'list.pane',
    'list.mark',
    'app.refresh',
  ] as const),
  ...(['list.mark-all', 'list.mark-none', 'list.wide', 'list.right', 'app.repaint'] as const),
];
const lines = ['volumes', 'keys', 'ssh-keys', 'theme nord', 'theme auto', 'sweep', 'nothing of the kind'];
const filters = ['4090', 'gpus>=4', 'state:running', 'a b c', '!~(', 'price<0.5'];
const images = ['pytorch/pytorch:2.6.0-cuda12.6', 'a/b:1'];

/** A person at a deck. Each act ends where its first key may have led; `calm` leads back to a list. */
export function person(
  soak: Seat,
  services: readonly Moody[],
  { dice, tally, more = {} }: { dice: Dice; tally: Tally; more?: Record<string, () => Promise<void>> },
) {
  const { one, below, comes, between } = dice;
  const account = () => /(main|work) *$/.exec(soak.text().split('\n')[0] ?? '')?.[1];
  const press = async (...ids: ActionId[]) => {
    tally.keys += ids.length;
    await soak.press(...ids);
  };
  const calm = async () => {
    for (let turn = 0; turn < 4; turn += 1) await soak.type('\x1b', 100);
  };
  const row = async () => {
    await press('list.top');
    for (let down = below(6); down > 0; down -= 1) await press('list.down');
  };
  /** Says yes to whatever is asked, with the words that it wants. */
  const yes = async () => {
    await soak.pass(330);
    const phrase = /Type (\S+) to confirm/.exec(soak.text())?.[1];
    await (phrase === undefined ? soak.type('y') : soak.type(`${phrase}\r`, 200));
  };
  const acts: Record<string, () => Promise<void>> = {
    async walk() {
      await press(one(places));
      for (let step = below(8); step > 0; step -= 1) await press(one(moves));
    },
    async read() {
      await press('app.instances', 'list.top', 'instance.open');
      await soak.pass(between(1, 4) * minute);
      await press(one(['list.raw', 'app.help', 'app.messages', 'instance.logs', 'list.columns']));
      await soak.pass(between(0.1, 2) * minute);
    },
    async filter() {
      await press(one(['app.offers', 'app.instances']), 'list.filter');
      await soak.type(one(filters), 200);
      await press(one(['filter.keep', 'filter.clear']));
      await press('list.down', 'list.sort', 'sort.right', 'sort.pick');
      await press('list.filter', 'filter.clear');
    },
    async line() {
      await press('app.palette');
      await soak.type(one(lines), 150);
      await press('command.run');
      await soak.pass(3000);
    },
    async rent() {
      await press('app.offers');
      await soak.pass(2500);
      await row();
      await press('offer.rent');
      if (!soak.text().includes('Rent offer')) return;
      await soak.type(`\x15\x0b${one(images)}`, 200);
      await press('rent.review');
      await yes();
      tally.rents += 1;
      await soak.pass(between(0.2, 8) * minute);
    },
    async act() {
      await press('app.instances');
      await row();
      await press(one(['instance.stop', 'instance.start', 'instance.destroy', 'instance.reboot']));
      await yes();
      tally.acts += 1;
      if (comes(0.2)) await press('app.undo');
      await soak.pass(between(0.2, 2) * minute);
    },
    async limit() {
      await press('app.instances');
      await row();
      await press('instance.limit');
      await soak.type(one(['in 2h', 'at $3', 'nonsense']), 200);
      await press('limit.set');
      await yes();
    },
    async resize() {
      for (let turns = 1 + below(6); turns > 0; turns -= 1) {
        await soak.resize(...one(sizes));
        tally.resizes += 1;
      }
      await soak.resize(...one(sizes.slice(0, 3)));
    },
    async profile() {
      const to = account() === 'main' ? 'work' : 'main';
      await press('app.palette');
      await soak.type(`profile ${to}`, 200);
      await press('command.run');
      await yes();
      await soak.pass(between(0.2, 5) * minute);
      if (account() === to) tally.switches += 1;
    },
    async monkey() {
      for (let turns = 20; turns > 0; turns -= 1)
        await soak.type(
          one([...'jkhlgGopvVUcwnNeEtbLRA=+_<>*xuz1234 56-!@m?\t\r', '\x1b[A', '\x1b[B', '\x1b']),
        );
      tally.keys += 20;
    },
    ...more,
  };
  const often = [
    'walk',
    'walk',
    'filter',
    'line',
    'rent',
    'act',
    'act',
    ...Object.keys(more),
    ...Object.keys(more),
  ];
  return {
    /** Some minutes at the deck. */
    async sit(count: number) {
      for (let turn = 0; turn < count && !soak.ended(); turn += 1) {
        await mood(one(services), dice, tally);
        await acts[one([...often, ...Object.keys(acts)])]?.();
        await calm();
        await soak.pass(between(0, 1) * minute);
      }
    },
    /** All is well again, and the deck has heard of it. */
    async recover(home: 'main' | 'work') {
      for (const service of services) await service.clearFaults();
      for (let turn = 0; turn < 6 && account() !== home; turn += 1) {
        await soak.pass(2 * minute);
        await calm();
        await soak.type(':');
        await soak.type(`profile ${home}\r`, 300);
        await yes();
        await soak.pass(3000);
      }
      await soak.resize(80, 24);
      await calm();
      await press('app.instances', 'list.mark-none', 'app.refresh');
      await soak.pass(6 * minute);
      await press('app.refresh');
      await soak.pass(3000);
    },
  };
}

/** What a service and others on the account do meanwhile. */
async function mood(service: Moody, dice: Dice, tally: Tally): Promise<void> {
  const { one, comes, below } = dice;
  for (let count = below(3); count > 0; count -= 1) {
    await service.addFault(randomFault(dice));
    tally.faults += 1;
  }
  if (comes(0.2)) await service.clearFaults();
  const alive = await service.alive();
  if (alive.length === 0) return;
  const id = one(alive);
  if (comes(0.15)) await service.change(id, { actual_status: one(states) });
  if (comes(0.1)) await service.change(id, { label: one(labels) });
  if (comes(0.1)) await service.change(id, { status_msg: one(['Error: no space left', 'pulling 3/8', '']) });
}
const states = ['exited', 'offline', 'unknown', 'running', 'odd word', 'auto', 'auto', 'auto'];
const labels = ['', 'train-a', '\x1b[31mred', 'ü'.repeat(80), '长'.repeat(40)];
