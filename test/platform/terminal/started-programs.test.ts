import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { keychainStore } from '../../../src/platform/credentials/keychain-store.ts';
import type { Spawn, StartOptions } from '../../../src/platform/terminal/child.ts';
import { copyText } from '../../../src/platform/terminal/clipboard.ts';
import { editText } from '../../../src/platform/terminal/editor.ts';
import { createEventHook } from '../../../src/platform/terminal/event-hook.ts';
import { openPane } from '../../../src/platform/terminal/new-pane.ts';
import { openLink } from '../../../src/platform/terminal/open-link.ts';
import { runOwnCommand } from '../../../src/platform/terminal/own-command.ts';
import { printText } from '../../../src/platform/terminal/printer.ts';
import { ran } from '../../../src/platform/terminal/ran.ts';
import { runSsh, sshCommand } from '../../../src/platform/terminal/ssh.ts';
import { startProgram } from '../../../src/platform/terminal/start-program.ts';
import { leaksIn } from '../../support/planted.ts';

const secrets = {
  'the API key': 'pl4nted-api-key-in-env-1',
  'a copied text': 'pl4nted-copied-text-22',
  'a printed text': 'pl4nted-printed-333333',
  'a start script': 'pl4nted-start-script-4',
  'a secret for the keyring': 'pl4nted-for-keyring-55',
  'a token in an address': 'pl4nted-jupyter-token-6',
  'a label in an event': 'pl4nted-label-of-event-7',
};

let folder = '';
const before = { ...process.env };
const dumpOf = (what: 'argv' | 'env' | 'stdin') => join(folder, 'told', what);

/** A program that tells what it was started with, and reads what it is handed. */
const teller = (reads: boolean, code: number) => `#!/bin/sh
for word in "$0" "$@"; do printf '%s\\n' "$word"; done >"${dumpOf('argv')}"
env >"${dumpOf('env')}"
${reads ? `cat >"${dumpOf('stdin')}.new"; mv "${dumpOf('stdin')}.new" "${dumpOf('stdin')}"` : `: >"${dumpOf('stdin')}"`}
exit ${code}
`;
const tellers = (): Readonly<Record<string, string>> => ({
  ssh: teller(false, 0),
  'ssh-add': teller(false, 0),
  tmux: teller(false, 0),
  // Nobody asks for the page: that it is not waited for.
  'xdg-open': teller(false, 1),
  'own-editor': teller(false, 0),
  'own-command': teller(false, 0),
  'own-hook': teller(true, 0),
  xclip: teller(true, 0),
  lp: teller(true, 0),
});

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigdeck-started-'));
  mkdirSync(join(folder, 'bin'));
  for (const [name, text] of Object.entries(tellers()))
    writeFileSync(join(folder, 'bin', name), text, { mode: 0o755 });
  // Stands for rigdeck itself, which Node runs.
  const own = `const { writeFileSync: put, readFileSync: read } = require('node:fs');
put(${JSON.stringify(dumpOf('argv'))}, process.argv.join('\\n'));
put(${JSON.stringify(dumpOf('env'))}, JSON.stringify(process.env));
put(${JSON.stringify(dumpOf('stdin'))}, read(0));
console.log('{"ok":true,"value":true}');`;
  writeFileSync(join(folder, 'own.cjs'), own);
  Object.assign(process.env, {
    PATH: `${join(folder, 'bin')}:${before.PATH}`,
    RIGDECK_API_KEY: secrets['the API key'],
    Rigdeck_Api_Key: secrets['the API key'],
    RIGDECK_BASE_URL: 'https://api.example.com',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
  });
});
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  rmSync(folder, { recursive: true, force: true });
});

type Around = { spawn: Spawn; env: NodeJS.ProcessEnv; sleep: typeof systemClock.sleep };
type Starter = {
  /** Has the program started, in the way that the deck and the commands do. */
  start(around: Around): unknown;
  /** What reaches it on its standard input, which nobody else reads. */
  handed?: string;
  /** How many seconds it may go on without us; left out, it goes on by itself. */
  alone?: number;
};

const { now, sleep } = systemClock;
const target = { host: 'far.example', port: 10_022, user: 'root' };
const sshArgv = sshCommand(target, { knownHostsFile: '/dev/null' })?.argv ?? [];

/** Every file that has a program started, with what comes of it. */
const starters: Readonly<Record<string, Starter>> = {
  'platform/credentials/keychain-store.ts': {
    start: ({ spawn, env }) =>
      keychainStore({
        ...{ spawn, env, clock: systemClock, platform: 'linux', entry: join(folder, 'own.cjs') },
        limitMs: 20_000,
      }).set('default', secrets['a secret for the keyring']),
    handed: secrets['a secret for the keyring'],
  },
  'platform/terminal/clipboard.ts': {
    start: ({ spawn, env, sleep }) =>
      copyText(secrets['a copied text'], {
        ...{ spawn, sleep, platform: 'linux', isTTY: true, write: () => {} },
        env: { ...env, DISPLAY: ':0', SSH_CONNECTION: '', SSH_TTY: '', SSH_CLIENT: '' },
      }),
    handed: secrets['a copied text'],
    alone: 2,
  },
  'platform/terminal/editor.ts': {
    start: ({ spawn, env }) =>
      editText({
        ...{ spawn, now, platform: 'linux', directory: folder, fileName: 'onstart.sh' },
        ...{ text: secrets['a start script'], env: { ...env, VISUAL: 'own-editor --wait' } },
      }),
  },
  'platform/terminal/event-hook.ts': {
    start: ({ spawn, env, sleep }) =>
      createEventHook('own-hook --quiet', { spawn, env, sleep })(
        { event: 'running', label: secrets['a label in an event'] },
        () => {},
      ),
    handed: secrets['a label in an event'],
  },
  'platform/terminal/new-pane.ts': {
    start: ({ spawn, env, sleep }) =>
      openPane(sshArgv, { spawn, sleep, env: { ...env, TMUX: '/tmp/tmux,1,0' } }),
    alone: 3,
  },
  'platform/terminal/open-link.ts': {
    start: ({ spawn, env, sleep }) =>
      openLink(`https://203.0.113.7:40080/?token=${secrets['a token in an address']}`, {
        ...{ spawn, sleep, platform: 'linux' },
        env: { ...env, DISPLAY: ':0', SSH_CONNECTION: '', SSH_TTY: '', SSH_CLIENT: '', WSL_DISTRO_NAME: '' },
      }),
  },
  'platform/terminal/own-command.ts': {
    start: ({ spawn, env }) =>
      runOwnCommand(
        { name: 'sync', run: ['own-command', '9120441'], variables: { RIGDECK_ID: '9120441' } },
        { spawn, now, env, platform: 'linux', apart: true },
      ),
  },
  'platform/terminal/printer.ts': {
    start: ({ spawn, sleep }) => printText(secrets['a printed text'], { spawn, sleep }),
    handed: secrets['a printed text'],
    alone: 5,
  },
  'platform/terminal/ran.ts': {
    start: ({ spawn, sleep }) => ran('ssh-add', ['-l'], { spawn, sleep }),
    alone: 3,
  },
  'platform/terminal/ssh.ts': {
    start: ({ spawn }) => runSsh({ argv: sshArgv, spawn, now, stderr: { write: () => {} } }),
    alone: 0,
  },
};

/** These have no words of their own: what they start was asked for by one of the table, or is it by fixed words. */
const between = [
  ...[
    'commands/doctor.ts',
    'app/process-ports.ts',
    'platform/terminal/child.ts',
    'platform/terminal/start-program.ts',
  ],
  // The deck's last words alone, to a shell that writes them once the terminal reads.
  'platform/terminal/last-output.ts',
  // What to say and write if the deck stops responding, to the shell that watches it.
  'platform/terminal/watchdog.ts',
];

describe('whatever program is started', () => {
  it('is started by a file of this table', () => {
    const src = join(import.meta.dirname, '../../../src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    const starting = files.filter((file) =>
      /(?<!function )\b(?:spawn|startProgram|runChild|ran)\(/.test(readFileSync(join(src, file), 'utf8')),
    );
    expect(starting.sort()).toEqual([...Object.keys(starters), ...between].sort());
  });

  it.each(Object.entries(starters))(
    'finds no secret in its arguments and its environment, and gets what it is for in its own way: by %s',
    async (_, { start, handed, alone }) => {
      rmSync(join(folder, 'told'), { recursive: true, force: true });
      mkdirSync(join(folder, 'told'));
      const asked: { words: string[]; options: StartOptions }[] = [];
      const spawn: Spawn = (command, args, options) => {
        asked.push({ words: [command, ...args], options });
        return startProgram(command, args, options);
      };
      await start({ spawn, env: { ...process.env }, sleep });
      await expect.poll(() => existsSync(dumpOf('stdin')), { timeout: 10_000 }).toBe(true);
      const told = (what: 'argv' | 'env' | 'stdin') => readFileSync(dumpOf(what), 'utf8');
      expect(told('env')).toContain('PATH');
      expect(asked).toHaveLength(1);
      const open = `${asked.flatMap(({ words }) => words).join('\n')}\n${told('argv')}\n${told('env')}`;
      expect(leaksIn(open, secrets)).toEqual([]);
      if (handed !== undefined) expect(told('stdin')).toContain(handed);
      expect(asked[0]?.options.secondsAlone).toBe(alone);
    },
  );
});

describe('what goes to the clipboard of the terminal', () => {
  const texts = [
    'ssh -p 10022 root@far.example',
    secrets['a copied text'],
    `https://203.0.113.7:40080/?token=${secrets['a token in an address']}`,
    'सूरज 🚀 \n two lines',
  ];

  it.each(texts)('is what was asked for, in one sequence that sets it and nothing else: %j', async (text) => {
    let written = '';
    const io = { platform: 'linux', isTTY: true, spawn: startProgram, sleep } as const;
    await copyText(text, {
      ...io,
      env: { RIGDECK_CLIPBOARD: 'osc52' },
      write: (more) => {
        written += more;
      },
    });
    const [, payload = '', ...rest] = /^\x1b\]52;c;([\w+/=]+)\x07$/.exec(written) ?? [];
    expect(rest).toEqual([]);
    expect(Buffer.from(payload, 'base64').toString('utf8')).toBe(text);
    const others = Object.fromEntries(Object.entries(secrets).filter(([, secret]) => !text.includes(secret)));
    expect(leaksIn(`${written}\n${payload}`, others)).toEqual([]);
  });
});
