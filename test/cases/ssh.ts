import type { Case } from './case.ts';

/** SSH, the clipboard, and the terminal that is lent. */
export const ssh: readonly Case[] = [
  {
    id: 'C075',
    title: 'the address of a machine is shown with another port than it has',
    test: ['domain/ssh-target.test.ts', 'C075 the command is made of host and port exactly as sent'],
    source: 'src/domain/ssh-target.ts',
    anchor: 'command: `ssh -p ${port} ${target}`',
    instead: 'command: `ssh -p ${port + 1} ${target}`',
    also: [
      {
        test: ['domain/ssh-target.test.ts', 'C075 without host or port there is no target'],
        source: 'src/domain/ssh-target.ts',
        anchor: 'return isHost(host) && isPort(port) ? { host, port } : undefined;',
        instead: 'return { host: String(host), port: Number(port) };',
      },
    ],
  },
  {
    id: 'C076',
    title: 'ssh is refused by a machine that runs, and nobody learns why',
    test: [
      'flows/around.test.tsx',
      'C076 is told before that the account has no SSH key, in the terminal that ssh gets',
    ],
    source: 'src/hooks/use-ssh.ts',
    anchor: 'terminal.ssh(to, id, before)',
    instead: 'terminal.ssh(to, id)',
    also: [
      {
        test: [
          'terminal/ssh.test.ts',
          "C076 says ssh's own last words, and that a young machine may need time",
        ],
        source: 'src/terminal/ssh.ts',
        anchor: "${own ? `: ${Array.from(own).slice(0, 200).join('')}` : ''}",
      },
      {
        test: [
          'terminal/ssh.test.ts',
          "C076 says ssh's own last words, and that a young machine may need time",
        ],
        source: 'src/terminal/ssh.ts',
        anchor: "'; a machine that has just started can refuse for a minute, try again'",
        instead: "''",
      },
    ],
  },
  {
    id: 'C077',
    title: 'a connection that broke leaves its modes on in the terminal',
    test: ['terminal/modes.test.ts', 'C077 after another program its modes are off and its text is kept'],
    source: 'src/terminal/modes.ts',
    anchor: 'return inputOff + screenOff + drawingOff',
    instead: 'return screenOff + drawingOff',
    also: [
      {
        test: [
          'terminal/modes.test.ts',
          'C077 after a program that was cut off nothing of the ordinary screen is overwritten',
        ],
        source: 'src/terminal/modes.ts',
        anchor: 'return inputOff + screenOff + drawingOff',
        instead: 'return inputOff + drawingOff',
      },
      {
        test: ['terminal/hand-over.pty.test.ts', 'C077 modes that a killed ssh left on are undone'],
        source: 'src/terminal/hand-over.ts',
        anchor: 'io.write(afterChildModes({ cutOff: outcome === undefined || wasCutOff(outcome.value) }));',
      },
      {
        test: ['terminal/hand-over.pty.test.ts', 'C077 modes that a killed ssh left on are undone'],
        source: 'src/terminal/deck-terminal.ts',
        anchor: 'ink(async () => {\n          away = true;',
        instead: '((run: () => Promise<void>) => run())(async () => {\n          away = true;',
      },
      {
        test: ['terminal/hand-over.pty.test.ts', 'C077 modes that a killed ssh left on are undone'],
        source: 'src/terminal/hand-over.ts',
        anchor: 'io.tap.resume();',
      },
    ],
  },
  {
    id: 'C078',
    title: 'what is typed for ssh acts in the deck',
    test: ['terminal/focus.test.ts', 'C078 is off stdin while another program has the keyboard'],
    source: 'src/terminal/stdin-tap.ts',
    anchor: 'const wanted = !paused && listeners.size > 0;',
    instead: 'const wanted = listeners.size > 0;',
    also: [
      {
        test: ['terminal/restore-on-exit.test.ts', 'C078 Ctrl+C is left to another program while it is held'],
        source: 'src/terminal/restore-on-exit.ts',
        anchor: 'held += 1;',
      },
    ],
  },
  {
    id: 'C079',
    title: 'leaving ssh ends the tool, or loses the place, or hides how it ended',
    test: ['terminal/ssh.test.ts', 'C079 tells how long it took, and its exit code when that is not 0'],
    source: 'src/terminal/ssh.ts',
    anchor:
      'if (end.code !== 255) return { ok: true, text: `ssh ended with exit code ${end.code} after ${took}` };',
    also: [
      {
        test: [
          'flows/around.test.tsx',
          'C079 leads back to the same screen and the same machine, though the list has moved, and tells how it ended',
        ],
        source: 'src/hooks/use-ssh.ts',
        anchor:
          "void terminal.ssh(to, id, before).then(({ ok, text, command }) => {\n      deck.messages.say(ok ? 'info' : 'warn', text);",
        instead: 'void terminal.ssh(to, id, before).then(({ command }) => {',
      },
    ],
  },
  {
    id: 'C080',
    title: 'an address that is used again raises an alarm that nobody can end',
    test: [
      'terminal/ssh.test.ts',
      'C080 explains a changed host key and gives the command that removes the old one',
    ],
    source: 'src/terminal/ssh.ts',
    anchor: 'command: removeHostKey(target, knownHostsFile),',
    also: [
      {
        test: [
          'terminal/ssh.test.ts',
          'C080 keeps the host keys of each instance apart and never turns checking off',
        ],
        source: 'src/terminal/ssh.ts',
        anchor: "'StrictHostKeyChecking=accept-new',",
        instead: "'StrictHostKeyChecking=no',",
      },
    ],
  },
  {
    id: 'C081',
    title: 'an address that was copied is broken over two lines',
    test: [
      'commands/ssh.test.ts',
      'C081 prints one line without colours or blanks at its end, however narrow the terminal is',
    ],
    source: 'src/commands/ssh.ts',
    anchor: 'io.out(`${target.command}\\n`);',
    instead: 'io.say(target.command);',
    also: [
      {
        test: [
          'flows/around.test.tsx',
          'C081 copies one line without colours or blanks at its end, however narrow the window is',
        ],
        source: 'src/hooks/use-copy-menu.ts',
        anchor: 'copyText(deck, label, text)',
        instead: 'copyText(deck, label, preview(text).hint ?? text)',
      },
      {
        test: ['terminal/ssh.test.ts', 'C081 is one line without blanks around it'],
        source: 'src/terminal/ssh.ts',
        anchor: "argv.map(shellQuoted).join(' ')",
        instead: "argv.map(shellQuoted).join('\\n')",
      },
    ],
  },
  {
    id: 'C082',
    title: 'on a far computer a copy fails, or is told as done',
    test: ['terminal/clipboard.test.ts', 'C082 over SSH says sent, never copied'],
    source: 'src/terminal/clipboard.ts',
    anchor: "way !== 'osc52' && (way === 'native' || !isRemote(io.env))",
    instead: "way !== 'osc52'",
    also: [
      {
        test: ['terminal/clipboard.test.ts', 'C082 takes the next way when a program is missing or fails'],
        source: 'src/terminal/clipboard.ts',
        anchor: "child.on('error', () => end(false));",
        instead: "child.on('error', () => end(true));",
      },
      {
        test: ['terminal/clipboard.test.ts', 'C082 inside tmux fills its buffer too and wraps the sequence'],
        source: 'src/terminal/clipboard.ts',
        anchor: "if (io.env.TMUX) await pipeInto('tmux', ['load-buffer', '-w', '-'], text, io);",
      },
      {
        test: ['terminal/clipboard.test.ts', 'C082 a program that hangs is given two seconds'],
        source: 'src/terminal/clipboard.ts',
        anchor: "child.kill('SIGKILL');\n        end(false);",
        instead: '',
      },
      {
        test: ['terminal/clipboard.test.ts', 'C082 is refused for %s'],
        source: 'src/terminal/clipboard.ts',
        anchor:
          "if (!io.isTTY || io.env.TERM === 'dumb')\n    return notCopied('This terminal has no clipboard; select the text on screen');",
        instead: '',
      },
    ],
  },
];
