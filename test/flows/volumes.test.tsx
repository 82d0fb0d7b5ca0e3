import { describe, expect, it } from 'vitest';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { ask, review, testImage } from '../support/rent.ts';
import { testWorld } from '../support/test-services.ts';

simulatedTime();

/** A world whose list of volumes goes wrong from the first read on. */
function worldWith(fault: object) {
  const world = testWorld();
  world.sandbox.control.addFault({ path: '/api/v0/volumes/', times: 99, ...fault });
  return world;
}

/** `:volumes`, as a person types it. */
async function look(app: TestDeck) {
  await app.press('app.palette');
  for (const letter of 'volumes: where') await app.type(letter);
  await app.press('menu.pick');
}

/** The form for an offer on the machine of the only volume, on its second page. */
async function formThere(app: TestDeck) {
  await look(app);
  await app.press('volume.offers');
  expect(app.text()).toContain('machine_id');
  await app.press('offer.rent');
  await app.fill({ Image: testImage });
  await app.press('form.page');
}

describe('volumes', () => {
  it('are listed with their machine, what they are attached to, and no price that nobody told', async () => {
    const volumes = [{ id: 501, label: 'datasets', disk_space: 100, machine_id: 40000, instances: [] }];
    const app = await openDeck({ in: worldWith({ kind: 'status', status: 200, body: { volumes } }) });
    await look(app);
    expect(app.frame()[0]).toContain('Offers › Volumes');
    expect(app.text()).toContain('1 volume, the service does not say what they cost');
    expect(app.text()).toMatch(/501 +datasets +100G +\d+ +nothing +·/);
  });

  it('lead to the offers on their machine, are linked by id from a list, and show what they are attached to', async () => {
    const app = await openDeck();
    await formThere(app);
    await app.press('rent.volume');
    expect(app.dialog()).toContain('501 datasets 100G on this machine');
    await app.press('menu.pick');
    await app.press('form.json');
    expect(app.text()).toMatch(/"volume_info": \{\s+│\s+│\s+"volume_id": 501/);
    await app.press('pager.close');
    await review(app);
    expect(app.dialog()).not.toContain('cannot be linked');
    await app.press('dialog.yes');
    const id = Number(/rented as (\d+)/.exec(app.text())?.[1]);
    const { volumes } = (await ask(app, 'volumes/')) as { volumes: { instances: number[] }[] };
    expect(volumes[0]?.instances).toEqual([id]);
    await app.advance(6_000);
    await app.press('app.offers');
    await look(app);
    await app.press('app.refresh');
    await app.advance(6_000);
    expect(app.text()).toMatch(new RegExp(`100G +\\d+ +${id}`));
  });

  it('are said to be asked for while no answer has come, and open no list over another page', async () => {
    const app = await openDeck({ in: worldWith({ kind: 'delay', delay_ms: 9_000, times: 1 }) });
    await app.press('offer.rent');
    await app.press('rent.volume');
    expect(app.prose()).toContain('asked for on the second page: ctrl+n leads there');
    await app.press('form.page');
    expect(app.text()).toContain('asking which volumes there are');
    await app.press('rent.volume');
    expect(app.prose()).toContain('The volumes are still being asked for');
    await app.advance(11_000);
    await app.press('form.template');
    await app.press('menu.pick');
    const page = app.dialog();
    expect(page).toContain('what you leave open comes from the template');
    await app.press('rent.volume');
    expect(app.dialog()).toBe(page);
    await app.press('pager.close', 'rent.volume');
    expect(app.dialog()).toContain('501 datasets');
  });

  it('are warned of before a rent on another machine', async () => {
    const app = await openDeck();
    await app.press('offer.rent');
    await app.fill({ Image: testImage });
    await app.press('form.page');
    await app.press('rent.volume');
    expect(app.dialog()).toMatch(/501 datasets 100G on machine \d+: cannot be linked here/);
    await app.press('menu.pick');
    await review(app);
    expect(app.dialog()).toMatch(/Volume 501 is on machine \d+, and this offer is on \d+/);
  });

  it('can be typed where the service lists none, which is said calmly', async () => {
    const app = await openDeck({ in: worldWith({ kind: 'status', status: 404 }) });
    await look(app);
    expect(app.text()).toContain('This service lists no volumes: see its web console.');
    await app.press('app.back');
    await app.press('offer.rent', 'form.page');
    await app.fill({ Volume: '77' });
    await app.press('rent.volume');
    expect(app.prose()).toContain('The list of volumes is not known');
    await app.press('form.json');
    expect(app.text()).toContain('"volume_id": 77');
  });
});
