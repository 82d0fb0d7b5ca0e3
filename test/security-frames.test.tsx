import { describe, it } from 'vitest';
import type { ActionId } from '../src/engine/keymap.ts';
import { openDeck, simulatedTime, type TestDeck } from './support/deck.tsx';
import { expectAsciiFrame, expectFrame, sizes } from './support/frames.ts';

simulatedTime();

type Scene = {
  options?: Parameters<typeof openDeck>[0];
  /** Brings the world into this state before the screen is opened. */
  before?: (app: TestDeck) => Promise<unknown>;
  /** Opens what stands over the screen. */
  over?: ActionId;
};
const busy = { world: { world: 'busy' } } as const;
const api = (app: TestDeck) => app.world.connect(app.sandbox.apiKey).api;

/** The Security home in each of its states, and what stands over it. */
const scenes: Record<string, Scene> = {
  security: { options: busy },
  'security-off': {},
  'security-legacy': {
    before: async (app) => {
      await app.control('account', { tfa_status: 'legacy' });
      await app.press('app.refresh');
    },
  },
  'security-window': {
    options: busy,
    before: async (app) => {
      const { secret = '' } = await api(app).tfaAuthorizeStart({ tfa_method: 'email' });
      const { messages } = (await app.control('outbox', undefined, 'GET')) as {
        messages: { code: string }[];
      };
      await api(app).tfaAuthorizeConfirm({ code: messages.at(-1)?.code ?? '', secret });
    },
  },
  'security-team': {
    before: (app) => app.control('account', { team_context: true }),
  },
  'security-label': { options: busy, over: 'security.label' },
  'security-codes-dialog': { options: busy, over: 'security.codes' },
  'security-add-menu': { options: busy, over: 'security.add' },
};

async function show({ options, before, over }: Scene, place: Scene['options']): Promise<TestDeck> {
  const app = await openDeck({ ...options, ...place });
  await before?.(app);
  await app.press('app.security', ...(over === undefined ? [] : [over]));
  return app;
}

describe.each(sizes)('at %ix%i', (cols, rows) => {
  it.each(Object.entries(scenes))('%s looks as it was agreed', async (name, scene) => {
    const app = await show(scene, { cols, rows });
    await expectFrame(app, name, [cols, rows]);
  });
});

describe('without Unicode', () => {
  it.each(['security', 'security-window', 'security-legacy', 'security-label'])(
    '%s is drawn in ASCII alone',
    async (name) => {
      const app = await show(scenes[name] as Scene, { ascii: true });
      await expectAsciiFrame(app, name);
    },
  );
});
