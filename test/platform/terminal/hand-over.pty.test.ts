import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ptyUnavailable } from '../../support/pty.ts';
import { describeIf } from '../../support/strict.ts';
import { deck, home, inDeck, modesAre, restored, script, sharedDeck } from './deck-pty.ts';

describeIf(ptyUnavailable())('a deck that lends its terminal', () => {
  test('C075 C079 ssh gets the terminal and the command, and the deck comes back where it was', async () => {
    script(
      'ssh',
      `echo "args: $*"; stty -a | grep -o -- '-\\?icanon'; read line; echo "heard $line"; exit 3`,
    );
    const pty = await sharedDeck();
    pty.write('j');
    await pty.waitFor('keys: j');
    pty.write('s');
    await pty.waitFor('icanon');
    expect(pty.modes()).toEqual(restored);
    expect(pty.text().replaceAll('\n', '')).toMatch(
      /ssh -o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=\S+known_hosts_7 -p 10022 root@far\.example/,
    );
    expect(pty.text()).toMatch(
      /args: -o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=\S+known_hosts_7 -p 10022 root@far\.example/,
    );
    expect(pty.screen()).toContain('icanon');
    pty.write('dy\r');
    await pty.waitFor('note: ssh ended with exit code 3');
    expect(pty.screen()[0]).toBe('the deck');
    expect(pty.modes()).toEqual(inDeck);
    expect(pty.text()).toContain('keys: j s');
    pty.write('k');
    await pty.waitFor('keys: j s k');
  });

  test('C078 what is typed while ssh has the terminal never reaches the deck', async () => {
    script('ssh', `echo listening; read a; read b; echo "heard $a $b"; read wait; exit 0`);
    const pty = await sharedDeck();
    pty.write('s');
    await pty.waitFor('listening');
    pty.write('d\ry\r');
    await pty.waitFor('heard d y');
    // The script reads one more line; what follows it in the queue is left unread when it ends.
    pty.write('\rDDqqq\rq');
    await pty.waitFor('note: ssh ended');
    pty.write('k');
    await pty.waitFor(/keys: s k$/m);
  });

  test('C078 keys typed before ssh reads them are kept for it', async () => {
    script('ssh', `echo busy; sleep 0.3; read a; echo "heard $a"; read wait`);
    const pty = await sharedDeck();
    pty.write('s');
    await pty.waitFor('busy');
    for (const key of 'typed early') pty.write(key);
    pty.write('\r');
    await pty.waitFor('heard typed early');
    pty.write('\r');
    await pty.waitFor(/keys: s$/m);
  });

  // The ordinary screen still shows what the case before wrote, so that each has a word of its own.
  test.each([
    ['dies of it', 'it dies', `echo it dies; exec sleep 100`],
    // A shell that waits for a child in the background can miss a signal that comes just before it does.
    [
      'says that it was killed',
      'it tells',
      `trap 'echo "Killed by signal 2." >&2; exit 255' INT; echo it tells; while :; do sleep 0.1; done`,
    ],
  ])('a tunnel has the terminal until Ctrl+C, which ends it well: ssh %s', async (_, word, waits) => {
    script('ssh', `echo "args: $*"; ${waits}`);
    const pty = await sharedDeck();
    pty.write('p');
    await pty.waitFor(word);
    expect(pty.text().replaceAll('\n', '')).toMatch(
      /args: .*-o ExitOnForwardFailure=yes -N -L 8888:localhost:8080 -p 10022 root@far\.example/,
    );
    expect(pty.text().replaceAll('\n', ' ')).toContain('localhost:8888 leads to port 8080 of 7');
    pty.write('\x03');
    await pty.waitFor('note: The tunnel is closed');
    expect(pty.modes()).toEqual(inDeck);
  });

  test('Ctrl+C while ssh connects ends ssh and not the deck', async () => {
    script('ssh', `echo connecting; exec sleep 100`);
    const pty = await sharedDeck();
    pty.write('s');
    await pty.waitFor('connecting');
    pty.write('\x03');
    await pty.waitFor('note: ssh was ended by SIGINT');
    pty.write('k');
    await pty.waitFor('keys: s k');
  });

  test('C077 modes that a killed ssh left on are undone', async () => {
    script(
      'ssh',
      `printf '\\033[?1049h\\033[?1000h\\033[?1006h\\033[?1h\\033=\\033[>1u\\033[?2004h\\033[5;8rwild'; kill -9 $$`,
    );
    const pty = await deck();
    pty.write('s');
    await pty.waitFor('note: ssh was ended by SIGKILL');
    expect(pty.modes()).toEqual(inDeck);
    // Drawn once, from the top, and nothing of what ssh wrote between.
    const drawn = pty.screen().filter((line) => line !== '');
    expect(pty.screen().slice(0, 3)).toEqual(drawn);
    expect(drawn).toEqual(['the deck', 'keys: s', expect.stringMatching(/^note: ssh was ended by SIGKILL/)]);
    pty.write('\x1b[B');
    await pty.waitFor('keys: s down');
    // Which function key it was is known by the ear beside Ink's alone.
    pty.write('\x1b[24~');
    await pty.waitFor('keys: s down f12');
    pty.write('q');
    await pty.exited;
    expect(pty.modes()).toEqual(restored);
    // The ordinary screen still has what was there, each line once.
    const lines = pty.history().filter((line) => line !== '');
    expect(lines.at(-1)).toBe('goodbye: 1 running, $0.30/h');
    expect(lines.slice(0, -1).join('')).toMatch(/^ssh( -o [A-Za-z]+=\S+){2} -p 10022 root@far\.example$/);
  });

  test('C076 the words of a failing ssh are shown in the deck', async () => {
    script('ssh', `echo "ssh: connect to host far.example port 10022: Connection refused" >&2; exit 255`);
    const pty = await sharedDeck();
    pty.write('s');
    await pty.waitFor(/note: ssh failed after \d+s \(exit code 255\): ssh: connect to host far\.example/);
    await pty.waitFor('try again');
  });

  test('C080 a changed host key is explained with the command that mends it', async () => {
    script(
      'ssh',
      `echo "@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @" >&2; echo "Host key verification failed." >&2; exit 255`,
    );
    const pty = await sharedDeck();
    pty.write('s');
    await pty.waitFor('another host key');
    await pty.waitFor("-R '[far.example]:10022'");
  });

  test('the editor gets the text in a closed file that is gone afterwards', async () => {
    const seen = join(home, 'seen');
    script(
      'ed it',
      `ls -ld "$(dirname "$1")" "$1" | cut -c1-10 > '${seen}'; cat "$1" >> '${seen}'; printf 'line one\\nline two\\n' > "$1"`,
    );
    const pty = await sharedDeck();
    pty.write('e');
    await pty.waitFor('note: edited {"text":"line one\\nline two"}');
    expect(readFileSync(seen, 'utf8')).toBe('drwx------\n-rw-------\nline one');
    expect(readdirSync(join(home, 'tmp'))).toEqual([]);
    expect(pty.modes()).toEqual(inDeck);
  });

  test('an editor that fails changes nothing and says so', async () => {
    script('ed it', 'exit 4');
    const pty = await sharedDeck();
    pty.write('e');
    await pty.waitFor('The editor ended with exit code 4; nothing was changed');
    expect(readdirSync(join(home, 'tmp'))).toEqual([]);
  });

  test('C110 without a shell Ctrl+Z says that it cannot stop', async () => {
    const pty = await sharedDeck();
    pty.write('z');
    await pty.waitFor('cannot be stopped here');
    await pty.waitFor(modesAre(inDeck));
  });

  test('C110 after a stop and a continuation from outside the screen is drawn anew', async () => {
    const pty = await sharedDeck();
    await pty.waitFor(modesAre(inDeck));
    process.kill(pty.pid, 'SIGSTOP');
    const before = pty.raw().length;
    process.kill(pty.pid, 'SIGCONT');
    await pty.waitFor(() => pty.raw().slice(before).includes('the deck'));
    pty.write('k');
    await pty.waitFor('keys: k');
  });

  test('C082 without a display the copy goes through the terminal and says so', async () => {
    const pty = await sharedDeck();
    pty.write('y');
    await pty.waitFor("Sent to your terminal's clipboard");
    const encoded = Buffer.from('ssh -p 10022 root@far.example').toString('base64');
    expect(pty.raw()).toContain(`\x1b]52;c;${encoded}\x07`);
  });

  test('C101 C103 a lone ESC is Escape soon after, and enhanced Ctrl+C is Ctrl+C', async () => {
    const pty = await deck();
    pty.write('\x1b');
    await pty.waitFor('keys: esc', 1000);
    pty.write('\x1b[99;5u');
    expect(await pty.exited).toEqual({ code: 0, signal: 0 });
  });

  test('a paste whose end was lost does not swallow the keys after it', async () => {
    const pty = await sharedDeck();
    pty.write('\x1b[200~half');
    await pty.waitFor('keys: paste:half', 5000);
    pty.write('k');
    await pty.waitFor('keys: paste:half k');
  });
});
