/** A deck in small, for the pty tests: it shows the keys it got and hands the terminal over. */

import '../../../src/platform/start/runtime-gaps.ts';
import { spawn } from 'node:child_process';
import { Box, render, Text, useApp, useInput, usePaste } from 'ink';
import { useEffect, useState } from 'react';
import { systemClock } from '../../../src/base/clock.ts';
import { flushWhenDue } from '../../../src/hooks/use-keys.ts';
import { openDeckTerminal } from '../../../src/platform/terminal/deck-terminal.ts';
import { guardOutput } from '../../../src/platform/terminal/guard-output.ts';
import { createRestore, enterScreen } from '../../../src/platform/terminal/modes.ts';
import { restoreOnExit } from '../../../src/platform/terminal/restore-on-exit.ts';
import { createStrokeReader } from '../../../src/tui/keys/stroke-reader.ts';

const write = (text: string) => void process.stdout.write(text);
if (process.env.FIXTURE_DEAD_RAW_MODE) {
  process.stdin.setRawMode = () => {
    throw Object.assign(new Error('setRawMode EIO'), { code: 'EIO', syscall: 'setRawMode' });
  };
}

const caught: string[] = [];
let stop = () => {};
const restore = createRestore({ fd: 1, stdin: process.stdin });
const guard = restoreOnExit({
  process,
  stop: () => stop(),
  restore,
  goodbye: () => `goodbye: 1 running, $0.30/h\n${caught.map((text) => `caught: ${text}\n`).join('')}`,
  report: (error) => `a bug: ${(error as Error).message}`,
  write,
});
const terminal = openDeckTerminal({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  process,
  env: process.env,
  platform: process.platform,
  spawn,
  clock: systemClock,
  knownHostsFile: (id) => `${process.env.FIXTURE_HOME}/known_hosts_${id}`,
  holdInterrupt: guard.holdInterrupt,
});
const reader = createStrokeReader({ escWaitMs: 30 });
const target = { host: 'far.example', port: 10022, user: 'root' };

function Deck() {
  const { exit, suspendTerminal } = useApp();
  const [keys, setKeys] = useState<string[]>([]);
  const [note, setNote] = useState('none');
  useEffect(() => terminal.attach(suspendTerminal), [suspendTerminal]);
  useEffect(() => terminal.onRaw(reader.raw), []);
  const act: Record<string, () => unknown> = {
    q: () => exit(),
    'ctrl+c': () => exit(),
    s: () => terminal.ssh(target, 7).then((end) => setNote([end.text, end.command ?? ''].join(' | '))),
    e: () => terminal.edit('line one').then((end) => setNote(`edited ${JSON.stringify(end)}`)),
    z: () => terminal.suspend().then((why) => setNote(`back ${why ?? ''}`)),
    p: () => terminal.tunnel(target, 7, { local: 8888, remote: 8080 }).then((end) => setNote(end.text)),
    y: () => terminal.copy('ssh -p 10022 root@far.example').then(({ text }) => setNote(text)),
    w: () => {
      console.error('stray print');
      process.emitWarning('stray warning');
      process.stderr.write('stray write\n');
    },
    t: () => {
      throw new Error('thrown in a handler');
    },
    u: () => void Promise.reject(new Error('rejected and forgotten')),
  };
  const take = (names: string[]) => {
    setKeys((before) =>
      names.includes('x') ? names.slice(names.lastIndexOf('x') + 1) : [...before, ...names],
    );
    if (names.includes('x')) setNote('none');
    for (const name of names) act[name]?.();
  };
  useInput((input, key) => {
    take(reader.feed(input, key, systemClock.now()).map((s) => s.key));
    void flushWhenDue(reader, systemClock, (strokes) => take(strokes.map((s) => s.key)));
  });
  usePaste((text) => setKeys((before) => [...before, `paste:${text}`]));
  return (
    <Box flexDirection="column">
      <Text>the deck</Text>
      <Text>keys: {keys.join(' ')}</Text>
      <Text>note: {note}</Text>
    </Box>
  );
}

guardOutput({ console, process, stderr: process.stderr, sink: (text) => caught.push(text) });
write(enterScreen);
const app = render(<Deck />, {
  alternateScreen: true,
  incrementalRendering: true,
  interactive: true,
  exitOnCtrlC: false,
  patchConsole: false,
});
stop = app.unmount;
await app.waitUntilExit();
process.exit(0);
