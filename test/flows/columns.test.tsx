import { describe, expect, it } from 'vitest';
import type { ViewsPort } from '../../src/engine/services.ts';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

const head = (app: TestDeck) => app.frame().find((line) => /^(←| ) {1,4}(GPU|ID) /.test(line)) ?? '';
const pane = (app: TestDeck) => app.frame().findIndex((line) => line.startsWith('── offer'));

describe('the columns of a list', () => {
  it('are picked with c, followed by the list at once, undone by Esc, and kept by Enter until u', async () => {
    const saved: string[] = [];
    const views: ViewsPort = {
      load: () => undefined,
      save: async (list, view) => {
        saved.push(`${list} ${view.off.join()}`);
        return 'These columns last for this run only: nothing is kept here';
      },
    };
    const world = testWorld();
    Object.assign(world.services, { views });
    const app = await openDeck({ in: world });
    expect(head(app)).toMatch(/GPU +VRAM +\$\/H/);

    await app.press('list.columns', 'columns.down', 'columns.toggle', 'columns.later');
    expect(app.text()).toContain('[ ] VRAM');
    await app.press('columns.undo');
    expect(head(app)).toMatch(/GPU +VRAM +\$\/H/);
    expect(saved).toEqual([]);

    await app.press('list.columns', 'columns.down', 'columns.toggle', 'columns.keep');
    expect(head(app)).toMatch(/GPU +\$\/H/);
    expect(saved).toEqual(['offers vram']);
    expect(app.text()).toContain('last for this run only');
    await app.press('app.undo');
    expect(head(app)).toMatch(/GPU +VRAM +\$\/H/);
    expect(saved).toEqual(['offers vram', 'offers ']);
  });

  it('are all the fields that came while wide, scrolled sideways beside the first', async () => {
    const app = await openDeck();
    await app.press('list.wide', 'list.right', 'list.right');
    expect(head(app)).toMatch(/^← +GPU +\$\/DAY .*→$/);
    await app.press('list.filter');
    await app.type('gpu_lanes>=16\r');
    expect(app.text()).toMatch(/\/gpu_lanes>=16 \d+ of \d+/);
    await app.type('l'.repeat(90));
    await app.advance(3000);
    expect(head(app)).toMatch(/^← +GPU +.*[^→]$/);
    await app.press('list.wide');
    expect(head(app)).toMatch(/GPU +VRAM/);
  });

  it('scroll by l on Instances only while wide: else it is the log', async () => {
    const app = await openDeck({ world: { world: 'busy' }, route: { screen: 'instances' } });
    await app.press('list.wide');
    await app.type('l');
    expect(head(app)).toMatch(/^← +ID +LABEL +STATE/);
    await app.press('list.wide');
    await app.type('l');
    expect(app.frame()[0]).toContain('log of');
  });
});

describe('the filter of a list', () => {
  it('keeps the rows of the last pattern that could be read, says what is wrong, and leaves the cursor on its row', async () => {
    const app = await openDeck();
    await app.type('jjj');
    await app.press('list.filter');
    await app.type('/rtx 30[89]0/');
    const good = /(\d+) of \d+/.exec(app.text())?.[0];
    expect(good).toBeDefined();
    const row = app.frame().find((line) => line.startsWith('▌'));
    await app.type(' /[/');
    expect(app.text()).toContain('no regular expression: close [ with ]');
    // The count would be that of another filter; the rows are still those of the last one.
    expect(app.text()).not.toContain(good);
    expect(app.frame().find((line) => line.startsWith('▌'))).toBe(row);
  });
});

describe('the pane of a list', () => {
  it('follows a cursor that rests, grows and shrinks, and scrolls while the list keeps the cursor', async () => {
    const app = await openDeck();
    const before = pane(app);
    await app.press('list.pane-shrink');
    expect(pane(app)).toBe(before + 2);
    expect(app.text()).toMatch(/J K 1 to \d of \d/);
    const cursor = app.frame().findIndex((line) => line.startsWith('▌'));
    await app.press('list.pane-down');
    expect(app.text()).toMatch(/J K 2 to \d of \d/);
    expect(app.frame().findIndex((line) => line.startsWith('▌'))).toBe(cursor);
    // Tab takes the keys that move into the pane, and back.
    await app.press('list.pane-focus', 'list.up');
    expect(app.text()).toMatch(/── ▌ offer \d+ ─.* tab to the list · 1 to \d of \d/);
    await app.press('list.down', 'list.pane-focus');
    expect(app.text()).toMatch(/J K 2 to \d of \d/);
    expect(app.frame().findIndex((line) => line.startsWith('▌'))).toBe(cursor);
    const title = app.frame()[pane(app)];
    await app.press('list.down');
    expect(app.frame()[pane(app)]).not.toBe(title);
    await app.press('list.pane-grow', 'list.pane-grow', 'list.pane');
    expect(pane(app)).toBe(-1);
  });

  it('is hidden on a narrow terminal until p asks for it', async () => {
    const app = await openDeck({ cols: 70, rows: 24 });
    expect(pane(app)).toBe(-1);
    await app.press('list.pane');
    expect(pane(app)).toBeGreaterThan(0);
  });
});

describe('an order that is made here', () => {
  it('is named together with the service’s where the service has cut the list', async () => {
    const app = await openDeck({ world: { offers: 3000 }, cols: 120 });
    await app.press('list.sort');
    await app.type('p');
    expect(app.text()).toMatch(/top \d+ by value, sorted here by price/);
  });
});

describe('offers side by side', () => {
  it('show what differs, or with a everything, of two to four that are marked', async () => {
    const app = await openDeck();
    await app.press('offers.compare');
    expect(app.text()).toContain('Mark 2 to 4 offers');
    await app.press('list.mark', 'list.mark', 'offers.compare');
    expect(app.dialog()).toMatch(/1x RTX 3090 +1x RTX 2080 Ti.*price \$\/H .*GPU memory/s);
    expect(app.dialog()).not.toContain('num_gpus');
    await app.press('compare.all');
    expect(app.dialog()).toContain('all fields');
    await app.press('compare.close');
    expect(app.dialog()).toBe('');
  });
});
