import { afterEach, expect, test } from 'vitest';
import { ptyUnavailable, startPty, stopPtys } from './pty.ts';
import { describeIf } from './strict.ts';

afterEach(stopPtys);

const node = (script: string) => [process.execPath, '-e', script];

describeIf(ptyUnavailable())('the pty driver', () => {
  test('shows the screen, passes keys on and reports the exit code', async () => {
    const pty = startPty({
      argv: node(
        `process.stdout.write('ready '+process.stdout.columns+'x'+process.stdout.rows);
         process.stdin.setRawMode(true); process.stdin.once('data', (d) => {
           process.stdout.write('\\r\\ngot '+JSON.stringify(String(d)), () => process.exit(3)) })`,
      ),
      cols: 60,
      rows: 16,
    });
    await pty.waitFor('ready 60x16');
    pty.write('\x1b[A');
    await pty.waitFor('got "\\u001b[A"');
    expect(await pty.exited).toEqual({ code: 3, signal: 0 });
    expect(pty.screen()).toHaveLength(16);
  });

  test('reads the terminal modes', async () => {
    const pty = startPty({
      argv: node(
        `process.stdout.write('\\x1b[?1049h\\x1b[?25l\\x1b[?2004h\\x1b[?1000h\\x1b[?1hset'); process.stdin.resume()`,
      ),
    });
    await pty.waitFor('set');
    expect(pty.modes()).toMatchObject({
      alternateScreen: true,
      cursorVisible: false,
      bracketedPaste: true,
      mouse: true,
      applicationCursorKeys: true,
    });
  });

  test('tells the screen when what was waited for does not come', async () => {
    const pty = startPty({ argv: node(`process.stdout.write('something else'); process.stdin.resume()`) });
    await pty.waitFor('something else');
    await expect(pty.waitFor('never', 20)).rejects.toThrow(
      /not seen within 20 ms: never[\s\S]*something else/,
    );
    pty.kill('SIGTERM');
    expect(await pty.exited).toEqual({ code: 0, signal: 15 });
    await expect(pty.waitFor('never')).rejects.toThrow(/ended \(code 0, signal 15\)/);
  });

  test('passes a resize on', async () => {
    const pty = startPty({
      argv: node(
        `process.stdout.on('resize', () => console.log('now '+process.stdout.columns)); console.log('up'); process.stdin.resume()`,
      ),
    });
    await pty.waitFor('up');
    pty.resize(40, 12);
    await pty.waitFor('now 40');
  });
});
