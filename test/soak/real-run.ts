/** The built program used in a real terminal for some minutes, at random: what it took, and what went wrong. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuOf, residentOf, told } from '../../bench/driven.ts';
import { table } from '../../scripts/markdown.ts';
import { dice } from '../support/chance.ts';
import { type Accounts, furnish, moodyOver, startAccounts } from './home.ts';
import { noTally, person } from './person.ts';
import { heldInside, openSeat, processesOf, type TerminalSeat, wait } from './terminal-seat.ts';

const second = 1000;
const restored = [
  'alternateScreen',
  'bracketedPaste',
  'mouse',
  'focusReports',
  'applicationCursorKeys',
] as const;
/** What growth of what is held is more than chance and what the person has rented: bytes an hour of use. */
const mostGrowth = 3e6;
const mostResident = 60;

type Sample = { at: number; resident: number; held: number; cpu: number; bytes: number; frames: number };

async function take(home: string, seat: TerminalSeat, from: number): Promise<Sample> {
  const pid = seat.pid();
  const held = await heldInside(home, pid);
  return {
    at: (Date.now() - from) / second,
    ...{ resident: residentOf(pid), held: held / 1e6, cpu: cpuOf(pid) / second },
    ...{ bytes: seat.pty.raw().length, frames: seat.pty.raw().split('\x1b[?2026h').length - 1 },
  };
}

/** Rents that were sent and what the journal has of them: nothing is paid twice, and nothing is unknown to it. */
async function rentFaults(home: string, accounts: Accounts): Promise<string[]> {
  const file = join(home, '.local', 'state', 'rigdeck', 'rents.jsonl');
  const events = (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { t: string });
  const intents = events.filter(({ t }) => t === 'intent').length;
  let [sent, made] = [0, 0];
  for (const service of Object.values(accounts)) {
    const { requests } = await service.control<{ requests: { path: string }[] }>('GET', '/log');
    sent += requests.filter(({ path }) => path.includes('/asks/')).length;
    made += (await service.ledger()).instances.length;
  }
  return sent > intents || made > intents
    ? [`${sent} rents were sent and ${made} machines made, and the journal has ${intents}`]
    : [];
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function growthFaults(samples: readonly Sample[]): string[] {
  const quarter = Math.floor(samples.length / 4);
  if (quarter < 3) return [];
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const grown = (of: 'held' | 'resident') =>
    middle(late.map((one) => one[of])) - middle(early.map((one) => one[of]));
  const hours = (middle(late.map(({ at }) => at)) - middle(early.map(({ at }) => at))) / 3600;
  // Code that is used for the first time, and lists such as that of the last calls until they are full.
  const most = 4 + (hours * mostGrowth) / 1e6;
  return [
    ...(grown('held') > most ? [`what is held has grown by ${grown('held').toFixed(1)} MB`] : []),
    ...(grown('resident') > mostResident ? [`it has grown by ${grown('resident').toFixed(0)} MB`] : []),
  ];
}

/** Runs for so many minutes; answers whether all was well. `program` is the built rigdeck.js. */
export async function soak(program: string, minutes: number, seed: number): Promise<boolean> {
  process.env.RIGDECK_TEST_PROGRAM = program;
  const home = mkdtempSync(join(tmpdir(), 'rigdeck-soak-'));
  const wrong: string[] = [];
  const samples: Sample[] = [];
  const tally = { ...noTally(), suspends: 0, handovers: 0, quits: 0 };
  const accounts = await startAccounts();
  try {
    furnish(home, program, accounts);
    writeFileSync(join(home, 'told.mjs'), told(join(home, 'inside.json')));
    const seat = await openSeat(home);
    const before = await seat.modes();
    const more = {
      async stop() {
        await seat.stopAndGoOn();
        tally.suspends += 1;
      },
      async ssh() {
        await seat.press('app.instances', 'list.filter');
        await seat.type('state:running\r', 300);
        await seat.press('list.top', 'instance.ssh');
        await seat.pty.waitFor('connected by:', 2000).catch(() => {});
        if (!seat.text().includes('connected by:')) return;
        tally.handovers += 1;
        await wait(300);
        seat.pty.write('\r');
        await seat.pty.waitFor(() => !seat.ended(), 30_000);
        await seat.press('list.filter', 'filter.clear');
      },
    };
    const services = Object.values(accounts).map(moodyOver);
    const user = person(seat, services, { dice: dice(seed), tally, more });
    await seat.start();
    await wait(3 * second);
    const from = Date.now();
    for (let next = 0; Date.now() - from < minutes * 60 * second; ) {
      if (seat.ended()) {
        // Keys at random may have quit it.
        tally.quits += 1;
        await seat.start();
      }
      await user.sit(1);
      if (!seat.ended() && Date.now() - from >= next) {
        samples.push(await take(home, seat, from));
        next += (minutes * 60 * second) / 40;
      }
    }
    await user.recover('main');
    if (seat.ended()) await seat.start();
    await seat.quit();
    await wait(500);
    const modes = seat.pty.modes();
    const left = restored.filter((mode) => modes[mode]);
    if (left.length > 0 || !modes.cursorVisible)
      wrong.push(`the terminal is left with ${left.join(', ') || 'no cursor'}`);
    if ((await seat.modes()) !== before) wrong.push('the terminal has other modes than before');
    const children = processesOf(home, [seat.pty.pid]);
    if (children.length > 0) wrong.push(`processes are left: ${children.join('; ')}`);
    wrong.push(...(await rentFaults(home, accounts)));
    seat.pty.kill('SIGHUP');
    await seat.pty.exited;
  } catch (error) {
    wrong.push((error as Error).stack ?? String(error));
  } finally {
    await Promise.all(Object.values(accounts).map((service) => service.stop()));
  }
  const stderr = existsSync(join(home, 'stderr')) ? readFileSync(join(home, 'stderr'), 'utf8') : '';
  if (stderr !== '') wrong.push(`standard error has: ${stderr.slice(0, 2000)}`);
  wrong.push(...growthFaults(samples));
  tell(samples, tally);
  for (const fault of wrong) console.log(`WRONG: ${fault}`);
  if (wrong.length === 0) rmSync(home, { recursive: true, force: true });
  else console.log(`Its home is kept: ${home}. The same again: npm run soak -- ${minutes} ${seed}`);
  return wrong.length === 0;
}

function tell(samples: readonly Sample[], tally: Readonly<Record<string, number>>): void {
  const heads = ['second', 'resident MB', 'held MB', 'processor s', 'bytes', 'frames'];
  const rows = samples.map(({ at, resident, held, cpu, bytes, frames }) => [
    ...[at.toFixed(0), resident.toFixed(0), held.toFixed(1), cpu.toFixed(1)],
    ...[bytes.toLocaleString('en-US'), String(frames)],
  ]);
  console.log(table(heads, rows));
  console.log(
    Object.entries(tally)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  );
}
