import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { labelled, machines, testImage } from '../support/rent.ts';

simulatedTime();

const busy = { world: { world: 'busy' as const } };
const openList = async (options: Parameters<typeof openDeck>[0] = {}) =>
  (await openDeck({ ...busy, ...options })).go('instances');
const writes = async (app: TestDeck, method: 'PUT' | 'DELETE') =>
  (await app.requests()).filter((request) => request.method === method).map(({ path }) => path);
const rowOf = (app: TestDeck, name: string) => app.frame().find((line) => line.includes(` ${name} `)) ?? '';
/** Moves the cursor down to the row with this name. */
const to = async (app: TestDeck, name: string) => {
  for (let tries = 0; tries < 9 && !under(app).includes(` ${name} `); tries += 1)
    await app.press('list.down');
  expect(under(app)).toContain(` ${name} `);
};
const under = (app: TestDeck) => app.frame().find((line) => line.startsWith('▌')) ?? '';
/** Types a phrase into the dialog and presses what is lit. */
const agree = async (app: TestDeck, phrase: string) => {
  await app.past300ms();
  await app.type(phrase);
  return app.press('dialog.press');
};
const yes = async (app: TestDeck) => {
  await app.past300ms();
  return app.press('dialog.yes');
};

describe('marks', () => {
  it('marks a row and moves down, counts the marks with their price, and says what stopping them would win', async () => {
    const app = await openList();
    await to(app, 'train-a');
    await app.press('list.mark');
    expect(rowOf(app, 'train-a')).toMatch(/^ ◆●/);
    expect(under(app)).not.toContain('train-a');
    expect(app.text()).toMatch(/◆ 1 marked · \$0\.510\/h · stop: runway \+\d+h \d+m/);
    await app.press('list.mark');
    expect(app.text()).toContain('◆ 2 marked');
    await app.press('list.mark-none');
    expect(app.text()).not.toContain('marked');
  });

  it('stay where one of the rows gets another label', async () => {
    const app = await openList();
    await to(app, 'train-a');
    await app.press('list.mark', 'list.mark', 'list.up');
    await app.press('instance.label');
    await app.type('night');
    await app.press('prompt.keep');
    await app.advance(3_000);
    expect(app.text().match(/◆●/g)).toHaveLength(2);
  });

  it('marks a range from one V to the next, and every row that is shown', async () => {
    const app = await openList();
    await app.press('list.mark-none', 'list.mark-range', 'list.down', 'list.down');
    expect(app.text()).not.toContain('No row is marked');
    // What it will mark is marked while it grows, and where it began and what ends it are said.
    expect(app.text()).toMatch(/◆ 3 marked, range from \d+, V ends it · /);
    const marks = () =>
      app
        .text()
        .split('\n')
        .filter((line) => /◆[^ ]/.test(line)).length;
    expect(marks()).toBe(3);
    await app.press('list.up');
    expect([marks(), app.text().includes('◆ 2 marked, range')]).toEqual([2, true]);
    await app.press('list.down', 'list.mark-range');
    expect(app.text()).toMatch(/◆ 3 marked · /);
    await app.press('list.mark-all');
    expect(app.text()).toContain('◆ 9 marked');
  });

  it('keeps marks by id through a filter, another order and a refresh', async () => {
    const app = await openList();
    await app.press('list.mark', 'list.mark', 'list.filter');
    await app.type('train-a\r');
    expect(app.text()).toContain('◆ 2 marked');
    expect(rowOf(app, 'lora-x')).toBe('');
    await app.press('app.undo');
    await app.press('list.sort');
    await app.type('l');
    await app.press('app.refresh');
    await app.advance(5_000);
    expect(rowOf(app, 'lora-x')).toMatch(/◆✕/);
    expect(rowOf(app, 'node-c')).toMatch(/◆\?/);
    expect(app.text()).toContain('◆ 2 marked');
  });

  it('takes off the marks first on Esc, then the filter, and then goes back', async () => {
    const app = await openList();
    await app.press('list.filter');
    await app.type('node\r');
    await app.press('list.mark', 'app.escape');
    expect(app.text()).not.toContain('marked');
    expect(app.text()).toContain('/node');
    await app.press('app.escape');
    expect(app.text()).not.toContain('/node');
    expect(app.text()).toContain('lora-x');
  });

  it('draws marks in ASCII where there is no Unicode', async () => {
    const app = await openList({ ascii: true });
    await app.press('list.mark');
    expect(rowOf(app, 'lora-x')).toMatch(/^ \*\[X\]/);
  });

  it('C011 has only the third in the dialog after two marked ones were destroyed', async () => {
    const app = await openList();
    await app.press('list.mark', 'list.mark', 'instance.destroy');
    expect(app.dialog()).toContain('lora-x');
    expect(app.dialog()).toContain('node-c');
    expect(app.text()).toContain('Destroy 2 instances?');
    await agree(app, 'destroy 2');
    await app.advance(10_000);
    expect(await writes(app, 'DELETE')).toHaveLength(2);
    await app.press('list.down', 'instance.destroy');
    expect(app.text()).toContain('Destroy sweep?');
    expect(app.dialog()).not.toContain('lora-x');
    expect(app.dialog()).not.toContain('node-c');
    await agree(app, 'sweep');
    await app.advance(10_000);
    expect(await writes(app, 'DELETE')).toHaveLength(3);
  });

  it('marks offers too, and says what all of them would cost', async () => {
    const app = await openDeck();
    await app.press('list.mark', 'list.mark');
    expect(app.text()).toMatch(/◆ 2 marked · \$0\.\d{3}\/h/);
  });
});

describe('the cursor and its dialog', () => {
  it('names the key that starts a stopped row, where it has to run', async () => {
    const app = await openList();
    await to(app, 'scratch');
    await app.press('instance.reboot');
    expect(app.said().at(-1)).toContain('scratch is stopped. Press a to start it');
  });

  it('stays on its id while rows come, go and change places', async () => {
    const app = await openList();
    await to(app, 'train-a');
    expect(under(app)).toContain('train-a');
    const [first] = await labelled(app, 'lora-x');
    expect(app.text()).toContain('9 instances');
    await app.sandbox.fetch(
      new Request(`https://sandbox.test/api/v0/instances/${first}/`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${app.sandbox.apiKey}` },
      }),
    );
    await app.press('app.refresh');
    expect(app.text()).toContain('8 instances');
    expect(app.said().at(-1)).toContain('lora-x is gone');
    expect(app.text()).not.toContain(String(first));
    expect(under(app)).toContain('train-a');
    // With rows marked the person is at work on them, and a new order leaves the cursor there.
    await app.press('list.mark', 'list.up', 'list.sort');
    await app.type('l');
    expect(under(app)).toContain('train-a');
    await app.press('list.reverse');
    expect(under(app)).toContain('train-a');
  });

  it('sends nothing to a machine that changed its state while it waited, and says so', async () => {
    const app = await openList();
    await to(app, 'train-a');
    const id = Number(/\d{7}/.exec(under(app))?.[0]);
    await app.press('instance.stop');
    await yes(app);
    await app.control(`instances/${id}`, { actual_status: 'exited' });
    await app.press('app.refresh');
    await app.advance(6_000);
    expect(await writes(app, 'PUT')).toEqual([]);
    expect(app.prose()).toContain('Skipped train-a: it is exited now');
  });

  it('leaves out what is gone, and sends the rest', async () => {
    const app = await openList();
    const ids = await labelled(app, 'lora-x');
    await app.press('list.mark', 'list.mark', 'instance.destroy');
    await agree(app, 'destroy 2');
    await app.sandbox.fetch(
      new Request(`https://sandbox.test/api/v0/instances/${ids[0]}/`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${app.sandbox.apiKey}` },
      }),
    );
    await app.press('app.refresh');
    const before = (await writes(app, 'DELETE')).length;
    await app.advance(10_000);
    expect(await writes(app, 'DELETE')).toHaveLength(before + 1);
    await app.press('app.messages');
    expect(app.prose()).toContain('Skipped lora-x: it is gone');
    expect(app.prose()).toContain('Destroyed node-c');
  });

  it('scrolls through the targets where they do not all fit, and names each', async () => {
    const app = await openList({ cols: 60, rows: 16 });
    await app.press('list.mark-all', 'instance.destroy');
    expect(app.dialog()).toMatch(/1 to \d of 9/);
    const seen = new Set<string>();
    await app.past300ms();
    for (let i = 0; i < 9; i += 1) {
      for (const id of app.dialog().match(/91\d{5}/g) ?? []) seen.add(id);
      await app.press('dialog.down');
    }
    expect(seen.size).toBe(9);
  });
});

describe('holding before sending', () => {
  it('waits five seconds in plain sight, and u cancels it', async () => {
    const app = await openList();
    await to(app, 'train-a');
    await app.press('instance.stop');
    await yes(app);
    expect(app.text()).toMatch(/Stop train-a in 5s +▓+░* +u cancel/);
    await app.advance(3_000);
    expect(app.text()).toMatch(/Stop train-a in [23]s +▓+░+/);
    await app.press('app.undo');
    expect(app.text()).toContain('Canceled: stop train-a. Nothing was sent.');
    await app.advance(10_000);
    expect(await writes(app, 'PUT')).toEqual([]);
  });

  it('sends when the time is over, on whatever screen the person is', async () => {
    const app = await openList();
    await to(app, 'train-a');
    await app.press('instance.stop');
    await yes(app);
    await app.press('app.offers');
    await app.advance(4_000);
    expect(await writes(app, 'PUT')).toEqual([]);
    await app.advance(2_000);
    expect(await writes(app, 'PUT')).toHaveLength(1);
    expect(app.text()).toContain('Stopping train-a');
  });

  it('offers Enter where it is free, and only there', async () => {
    const app = await openList();
    await to(app, 'train-a');
    await app.press('instance.destroy');
    await agree(app, 'train-a');
    expect(app.text()).not.toContain('enter send now');
    await app.press('app.undo', 'instance.open', 'instance.destroy');
    await agree(app, 'train-a');
    expect(app.text()).toContain('enter send now');
    await app.press('held.send');
    expect(await writes(app, 'DELETE')).toHaveLength(1);
    expect(app.text()).toContain('Destroyed train-a');
    expect(app.text()).toContain('9 instances'.replace('9', '8'));
  });

  it('wants a second Ctrl+C while something waits, says what is not sent, and sends nothing', async () => {
    const app = await openList();
    await to(app, 'train-a');
    await app.press('instance.destroy');
    await agree(app, 'train-a');
    await app.press('app.quit');
    expect(app.ended()).toBe(false);
    await app.press('app.quit');
    expect(app.ended()).toBe(true);
    await app.advance(10_000);
    expect(await writes(app, 'DELETE')).toEqual([]);
  });

  it.each(['signIn', 'signOut'] as const)(
    'sends nothing that waits once the session is left, whatever is out just then: %s',
    async (leave) => {
      const app = await openList();
      const slow = { method: 'PUT', path: '/api/v0/instances/*', kind: 'delay', delay_ms: 12_000 };
      await app.control('faults', slow);
      await to(app, 'scratch');
      await app.press('instance.start');
      await yes(app);
      await app.advance(2_000);
      await app.press('list.top');
      await to(app, 'train-a');
      await app.press('instance.destroy');
      await agree(app, 'train-a');
      app[leave]();
      await app.advance(60_000);
      expect(await writes(app, 'DELETE')).toEqual([]);
      expect(app.said().join()).toContain('Not sent: destroy train-a');
    },
  );

  it('sends no more of a batch once the session is left', async () => {
    const app = await openList();
    const slow = { method: 'PUT', path: '/api/v0/instances/*', kind: 'delay', delay_ms: 4_000, times: 10 };
    await app.control('faults', slow);
    for (const name of ['train-a', 'eval', 'train-b', 'probe']) {
      await app.press('list.top');
      await to(app, name);
      await app.press('list.mark');
    }
    await app.press('instance.stop');
    await yes(app);
    await app.advance(6_000);
    app.signIn();
    await app.advance(30_000);
    expect(await writes(app, 'PUT')).toHaveLength(2);
  });

  it('knows in the next session of the account what is out, and looks for what became of it', async () => {
    const app = await openList();
    await to(app, 'train-a');
    await app.press('instance.stop');
    await yes(app);
    await app.control('faults', { method: 'PUT', path: '/api/v0/instances/*', kind: 'hang' });
    await app.advance(7_000);
    app.signIn();
    await app.advance(5_000);
    await to(app, 'train-a');
    await app.press('instance.stop');
    expect(app.place().over).toBeUndefined();
    await app.advance(120_000);
    expect(await writes(app, 'PUT')).toHaveLength(1);
    expect(app.said().join('\n')).toMatch(/After 60s.*train-a is running/);
  });

  it('sends nothing of another session', async () => {
    const app = await openList();
    await to(app, 'train-a');
    await app.press('instance.stop');
    await yes(app);
    app.signIn();
    await app.advance(8_000);
    expect(await writes(app, 'PUT')).toEqual([]);
    expect(app.prose()).toContain('Not sent: stop train-a');
  });

  it.each([
    { act: 'instance.stop', method: 'PUT', lasts: (row: string) => /stopped/.test(row) },
    { act: 'instance.destroy', method: 'DELETE', lasts: (row: string) => row === '' },
  ] as const)(
    'does not take its own doing for another’s if it signs in again before the list shows it: $act',
    async ({ act, method, lasts }) => {
      const app = await openList();
      await to(app, 'train-a');
      const instances = await machines(app);
      await app.control('faults', {
        method: 'GET',
        path: '/api/v0/instances/',
        kind: 'status',
        status: 200,
        times: 500,
        body: { instances_found: instances.length, instances },
      });
      await app.press(act);
      if (act === 'instance.stop') await yes(app);
      else await agree(app, 'train-a');
      await app.advance(9_000);
      expect(await writes(app, method)).toHaveLength(1);
      app.signIn();
      await app.advance(25_000);
      expect(rowOf(app, 'train-a')).not.toBe('');
      expect(lasts(rowOf(app, 'train-a'))).toBe(false);
      await app.control('faults', undefined, 'DELETE');
      await app.advance(30_000);
      expect(app.said().join('\n')).not.toContain('this rigdeck did not');
      expect(lasts(rowOf(app, 'train-a'))).toBe(true);
    },
  );

  it('does not send by old data: the machine slept, or the service does not answer', async () => {
    const app = await openList();
    await to(app, 'train-a');
    await app.control('faults', { method: 'GET', path: '/api/v0/*', kind: 'drop', times: 1000 });
    // It is confirmed while the list may just be trusted, and due when it may not be any more.
    await app.advance(55_000);
    await app.press('instance.stop');
    await yes(app);
    expect(app.text()).toContain('u cancel');
    await app.advance(6_000);
    expect(await writes(app, 'PUT')).toEqual([]);
    expect(app.prose()).toContain('Not sent: stop train-a');
  });
});

describe('the key for what needs the person', () => {
  it('goes from each machine to the next, and back the way it came in one step', async () => {
    const app = await openList();
    const seen: string[] = [];
    for (let time = 0; time < 5; time += 1) {
      await app.press('app.needs-you');
      seen.push(/Instances › (\d+)/.exec(app.text())?.[1] ?? '');
    }
    expect(new Set(seen.slice(0, 4)).size).toBe(4);
    expect(seen[4]).toBe(seen[0]);
    await app.press('app.escape');
    expect(app.text()).toContain('4 need you');
  });
});

describe('several at once', () => {
  it('asks two at a time, names what failed and keeps it marked', async () => {
    const app = await openList();
    await app.press('list.mark', 'list.mark', 'list.mark', 'instance.destroy');
    const [id] = await labelled(app, 'node-c');
    await app.control('faults', {
      method: 'DELETE',
      path: `/api/v0/instances/${id}/`,
      kind: 'status',
      status: 500,
    });
    await agree(app, 'destroy 3');
    await app.advance(6_500);
    expect(app.prose()).toMatch(/\(1 of 3\)/);
    await app.advance(10_000);
    expect(await writes(app, 'DELETE')).toHaveLength(3);
    expect(app.prose()).toContain('Not confirmed, still marked: node-c. Destroyed: lora-x, node-b.');
    expect(rowOf(app, 'node-c')).toContain('◆');
    await app.press('app.messages');
    expect(app.prose()).toContain('Destroy node-c:');
  });

  it('names none as failed that the list has told to be stopped before the last of them answered', async () => {
    const app = await openList();
    const ids = new Map((await machines(app)).map(({ id, label }) => [label, id]));
    for (const name of ['train-a', 'eval']) {
      await to(app, name);
      await app.press('list.mark');
    }
    const put = (name: string) => ({ method: 'PUT', path: `/api/v0/instances/${ids.get(name)}/` });
    await app.control('faults', { ...put('train-a'), kind: 'drop-after' });
    await app.control('faults', { ...put('eval'), kind: 'delay', delay_ms: 25_000 });
    await app.press('instance.stop');
    await yes(app);
    await app.advance(20_000);
    const said = () => app.said();
    expect(said().some((text) => /Confirmed: train-a is /.test(text))).toBe(true);
    await app.advance(20_000);
    expect(said().join('\n')).not.toContain('still marked');
    expect(app.prose()).toMatch(/Stopping: (train-a, eval|eval, train-a)\./);
  });

  it('says of each what became of it as it comes, and of all of them until a key is pressed', async () => {
    const app = await openList();
    await app.press('list.mark', 'list.mark', 'list.mark', 'instance.destroy');
    await agree(app, 'destroy 3');
    const said = () => app.said();
    await app.advance(6_500);
    expect(said().filter((text) => /^Destroyed \S+\. Billing ended/.test(text)).length).toBeGreaterThan(0);
    expect(said().some((text) => text.startsWith('Destroyed: '))).toBe(false);
    await app.advance(20_000);
    expect(said().filter((text) => /^Destroyed \S+\. Billing ended/.test(text))).toHaveLength(3);
    expect(app.prose()).toMatch(/Destroyed: \S+, \S+, \S+\./);
    await app.press('list.down');
    await app.advance(1_000);
    expect(app.prose()).not.toContain('Destroyed: ');
  });

  it('corrects what it said of one that is destroyed after all, as the list shows it', async () => {
    const app = await openList();
    await app.press('list.mark', 'list.mark', 'instance.destroy');
    const [id] = await labelled(app, 'node-c');
    const path = `/api/v0/instances/${id}/`;
    await app.control('faults', { method: 'DELETE', path, kind: 'drop-after' });
    await agree(app, 'destroy 2');
    await app.advance(45_000);
    const said = app.said();
    expect(said.some((text) => text.startsWith('Not confirmed, still marked: node-c'))).toBe(true);
    expect(app.prose()).toContain('Confirmed: node-c is gone');
    expect(app.prose()).not.toContain('still marked');
  });

  it('names one a single time that was asked to be destroyed more than once', async () => {
    const app = await openList();
    const [id] = await labelled(app, 'lora-x');
    const path = `/api/v0/instances/${id}/`;
    for (const kind of ['drop', 'drop-after']) {
      await app.press('instance.destroy');
      await app.control('faults', { method: 'DELETE', path, kind });
      await agree(app, 'lora-x');
      await app.advance(45_000);
    }
    expect(app.prose()).toContain('Confirmed: lora-x is gone');
  });

  it('stops what can be stopped of the marked, and says which are left out and why', async () => {
    const app = await openList();
    await app.press('list.mark-all', 'instance.stop');
    expect(app.text()).toMatch(/Stop \d instances\?/);
    expect(app.prose()).toMatch(/Skipping scratch \(already stopped; disk still billed\)/);
  });

  it('tells marked ones that share a name apart by id', async () => {
    const app = await openList();
    const [id = 0] = await labelled(app, 'lora-x');
    const { api } = app.world.connect(app.sandbox.apiKey);
    await api.labelInstance(id, 'scratch');
    await app.press('app.refresh', 'list.mark-all', 'instance.reboot');
    expect(app.prose()).toContain(`Skipping scratch (${id}) (exited).`);
  });

  it('says that no GPU is billed where a stop saves nothing', async () => {
    const app = await openList();
    await app.press('instance.stop');
    expect(app.text()).toContain('Stop lora-x?');
    expect(app.prose()).toMatch(/No GPU is billed\. Disk stays billed at \$0\.\d{3}\/h\./);
    expect(app.prose()).not.toContain('Saves');
  });
});

describe('undo of what is local', () => {
  it('takes back a filter, an order, marks and a dismissed message, the newest first', async () => {
    const app = await openList();
    await app.press('list.filter');
    await app.type('node\r');
    await app.press('list.mark', 'list.sort');
    await app.type('l');
    app.say('error', 'something failed');
    await app.press('app.escape');
    expect(app.text()).not.toContain('something failed');
    await app.press('app.undo');
    expect(app.text()).toContain('something failed');
    await app.press('app.escape');
    await app.press('app.undo');
    expect(app.text()).toContain('something failed');
    await app.press('app.undo');
    expect(app.text()).toContain('Undone: order');
    await app.press('app.undo');
    expect(app.text()).not.toContain('◆');
    await app.press('app.undo');
    expect(app.text()).not.toContain('/node');
    await app.press('app.undo');
    expect(app.text()).toContain('There is nothing to undo');
  });
});

describe('old data', () => {
  it('blocks stop, start and destroy with the reason until a refresh succeeds', async () => {
    const app = await openList();
    await to(app, 'train-a');
    await app.control('faults', { method: 'GET', path: '/api/v0/*', kind: 'drop', times: 500 });
    await app.advance(85_000);
    await app.press('instance.stop');
    expect(app.text()).not.toContain('Stop train-a?');
    expect(app.prose()).toContain('too old to decide by: r asks the service again');
    await app.control('faults', undefined, 'DELETE');
    await app.advance(70_000);
    await app.press('instance.stop');
    expect(app.text()).toContain('Stop train-a?');
  });
});

describe('sweeping', () => {
  const palette = async (app: TestDeck, words: string) => {
    await app.press('app.palette');
    await app.type(words);
    return app.press('menu.pick');
  };

  it('lists what is broken or stopped with the cost of leaving it, and destroys all of it in one dialog', async () => {
    const app = await openList();
    await palette(app, 'sweep');
    expect(app.text()).toMatch(/Sweep: destroy \d instances\?/);
    const count = Number(/destroy (\d) instances/.exec(app.text())?.[1]);
    for (const name of ['lora-x', 'node-b', 'node-c', 'scratch']) expect(app.dialog()).toContain(name);
    expect(app.dialog()).not.toContain('train-a');
    expect(app.dialog()).toMatch(/lora-x .* exited +\$0\.10\/day/);
    expect(app.dialog()).toMatch(/Keeping them costs \$\d+\.\d\d\/day, \$\d+\.\d\d\/month\./);
    await agree(app, `destroy ${count}`);
    await app.advance(8_000 + count * 4_000);
    expect(await writes(app, 'DELETE')).toHaveLength(count);
    await palette(app, 'sweep');
    expect(app.text()).toContain('Nothing is broken or stopped.');
  });

  it('turns read-only on at once, marks the corner, calls back what waits, and stays on', async () => {
    const app = await openList();
    await to(app, 'train-a');
    await app.press('instance.stop');
    await yes(app);
    await palette(app, 'read-only');
    expect(app.frame()[0]).toContain('RO · main');
    await app.advance(8_000);
    expect(await writes(app, 'PUT')).toEqual([]);
    await app.press('instance.stop');
    expect(app.text()).toContain('rigdeck is in read-only mode');
    await app.press('app.palette');
    await app.type('read-only');
    expect(app.text()).not.toContain('change nothing until');
  });
});

describe('after a stop', () => {
  it('shows when it was asked until the service reports something, and then the word of the service', async () => {
    const app = await openList();
    await to(app, 'train-a');
    const id = Number(/\d{7}/.exec(under(app))?.[0]);
    const record = (await machines(app)).find((row) => row.id === id);
    await app.control('faults', {
      method: 'GET',
      path: '/api/v0/instances/',
      kind: 'status',
      status: 200,
      times: 4,
      body: { instances_found: 1, instances: [record] },
    });
    await app.press('instance.stop');
    await yes(app);
    await app.advance(9_000);
    expect(rowOf(app, 'train-a')).toMatch(/stopping 12:00/);
    await app.control('faults', undefined, 'DELETE');
    await app.advance(30_000);
    expect(app.text()).not.toContain('stopping 12:00');
    expect(rowOf(app, 'train-a')).toMatch(/stopped/);
  });
});

describe('renting by old data', () => {
  it('is blocked in the form and in its review until the service answers again', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await app.control('faults', { method: 'GET', path: '/api/v0/*', kind: 'drop', times: 500 });
    await app.advance(85_000);
    await app.press('form.submit');
    expect(app.text()).not.toContain('Rent this machine?');
    expect(app.prose()).toContain('too old to decide by');
    await app.control('faults', undefined, 'DELETE');
    await app.advance(70_000);
    await app.press('form.submit');
    expect(app.text()).toContain('Rent this machine?');
  });

  it('sends nothing on a yes that comes when the review has stood too long', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await app.press('form.submit');
    expect(app.text()).toContain('Rent this machine?');
    await app.control('faults', { method: 'GET', path: '/api/v0/*', kind: 'drop', times: 500 });
    await app.advance(85_000);
    await app.press('dialog.yes');
    await app.advance(3_000);
    expect(await writes(app, 'PUT')).toEqual([]);
    expect(app.prose()).toContain('Nothing was sent. What stands here is over 1 min old');
  });
});
