import type { ActionId } from '../../src/engine/keymap.ts';
import type { TestDeck } from '../support/deck.tsx';
import { busy, type Scene, type Scenes } from './scene.ts';

type Home = {
  options?: Scene['options'];
  /** Brings the world into this state before the screen is opened. */
  before?: Scene['steps'];
  /** Opens what stands over the screen. */
  over?: ActionId;
};
const api = (app: TestDeck) => app.world.connect(app.sandbox.apiKey).api;

/** The Security home in each of its states, and what stands over it. */
const homes: Readonly<Record<string, Home>> = {
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

export const securityScenes: Scenes = Object.fromEntries(
  Object.entries(homes).map(([name, { options, before, over }]) => [
    name,
    {
      ...(options && { options }),
      steps: async (app) => {
        await before?.(app);
        await app.press('app.security', ...(over === undefined ? [] : [over]));
      },
    } satisfies Scene,
  ]),
);
