import type { EndpointName } from '../../src/client/endpoints.ts';
import type { ActionId } from '../../src/engine/keymap.ts';
import { records } from '../../src/engine/records.ts';
import type { FlowGoal, Route } from '../../src/engine/route.ts';
import type { DeckOptions, TestDeck } from '../support/deck.tsx';
import { review, testImage } from '../support/rent.ts';
import { runningInstance } from '../support/running.ts';
import { appSecret, lastCode, shownSecret, startTfa, totp, typeCode, withMethods } from '../support/tfa.ts';

export type ScreenWay = {
  options?: DeckOptions;
  /** Leads to where the call is made, before anything goes wrong. */
  open: (app: TestDeck) => Promise<unknown>;
  /** What makes the call. */
  act: (app: TestDeck) => Promise<unknown>;
  /** A read: what of its answer stands on the screen. */
  shows?: RegExp;
};

const busy: DeckOptions = { world: { world: 'busy' } };

/** A list that is read again for the asking. */
const reads = (shows: RegExp, ...leads: (ActionId | Route)[]): ScreenWay => ({
  options: busy,
  open: async (app) => {
    for (const to of leads) {
      if (typeof to === 'string') await app.press(to);
      else app.lead({ go: 'jump', route: to });
      await app.advance(4_000);
    }
    await app.advance(4_000);
  },
  act: (app) => app.press('app.refresh'),
  shows,
});

/** Keys on a machine that runs, on its own screen. */
const onInstance = (
  act: (app: TestDeck) => Promise<unknown>,
  open: (app: TestDeck) => Promise<unknown> = async () => {},
): ScreenWay => ({
  open: async (app) => {
    const there = app.sandbox.snapshot().instances.at(-1)?.id;
    if (there === undefined) await runningInstance(app);
    else app.lead({ go: 'push', route: { screen: 'instance', id: there } });
    await app.advance(2_000);
    await open(app);
  },
  act,
});

/** An act that is asked about, and waits in sight before it is sent; a phrase is typed where one is wanted. */
const asked = (action: ActionId, phrase?: string) => async (app: TestDeck) => {
  await app.press(action);
  await app.past300ms();
  if (phrase !== undefined) await app.type(phrase);
  await app.press(phrase === undefined ? 'dialog.yes' : 'dialog.press');
  await app.advance(6_000);
};

const atGroups = async (app: TestDeck) => {
  await app.press('app.groups', 'app.refresh');
  await app.advance(4_000);
};
const withWorkers = async (app: TestDeck) => {
  if (app.sandbox.snapshot().workerGroups.length === 0)
    await app.world.connect(app.sandbox.apiKey).api.createWorkerGroup({ endpoint_id: 701, test_workers: 1 });
  await app.advance(6_000);
  await atGroups(app);
};
const reviewed = (open: ActionId[], fields: Record<string, string>) => async (app: TestDeck) => {
  await app.press(...open);
  await app.fill(fields);
  await app.press('group.review');
  await app.past300ms();
  await app.press('dialog.yes');
};
const typed = (open: ActionId[], phrase: string) => async (app: TestDeck) => {
  await app.press(...open);
  await app.past300ms();
  await app.type(phrase);
  await app.type('\r');
};

const atSshKeys = async (app: TestDeck) => {
  app.world.services.publicKeyFiles = async () => [
    {
      name: 'id.pub',
      text: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMrMJXhtxPmLVpo7DB4hRU8bfQjNJ/MOTxV+ZsJIsQjd me@laptop',
    },
  ];
  app.lead({ go: 'jump', route: { screen: 'ssh-keys' } });
  await app.advance(3_000);
};

const atCopy = async (app: TestDeck) => {
  if (app.sandbox.snapshot().instances.length === 0) await runningInstance(app);
  await app.press('app.copy');
  await app.advance(4_000);
  await app.focus('Connection');
  await app.type(' ');
  await app.fill({ 'From instance': '/workspace/out', 'To cloud': '/runs/7' });
};
const startCopy = async (app: TestDeck) => {
  await app.press('copy.review');
  await app.past300ms();
  await app.press('dialog.yes');
};

/** A flow of two-factor on an account with these methods. */
const flow = (
  goal: FlowGoal,
  methods: readonly ('totp' | 'sms')[],
  prefer: Parameters<typeof startTfa>[2],
  steps: readonly ((app: TestDeck) => Promise<unknown>)[],
): ScreenWay => {
  const all = [(app: TestDeck) => startTfa(app, goal, prefer), ...steps];
  return {
    open: async (app) => {
      if (methods.length > 0) withMethods(app, ...methods);
      await app.press('app.security', 'app.refresh');
      await app.advance(1_000);
      for (const step of all.slice(0, -1)) await step(app);
    },
    act: all.at(-1) as (app: TestDeck) => Promise<unknown>,
  };
};
const byApp = (app: TestDeck) => typeCode(app, totp(app, appSecret));
const byMessage = async (app: TestDeck) => typeCode(app, await lastCode(app));
const addsTotp: FlowGoal = { kind: 'add', method: 'totp' };
const later = (app: TestDeck) => app.advance(61_000);

const setJob = (when: string) => async (app: TestDeck) => {
  await app.press('instance.limit');
  await app.type('\x15');
  await app.type(when);
  if (!app.dialog().includes('As a scheduled job')) await app.press('limit.kept');
  await app.advance(1_500);
  await app.press('limit.set');
};
const withJob = async (app: TestDeck) => {
  await setJob('at 18:00')(app);
  await app.advance(3_000);
};

const nobody = 'nothing of ours makes this call';

/** Writes that have a record and a key, and take nothing but a yes or a name. */
const recordWays = Object.fromEntries(
  records.flatMap(({ id, endpoint, action, input, danger }): [string, ScreenWay][] =>
    action === undefined || input !== undefined
      ? []
      : [[endpoint, onInstance(asked(id as ActionId, danger === 'type-name' ? 'train-a' : undefined))]],
  ),
);

/** How a call is come to by keys, or why nobody makes it. */
export const screenWays: Readonly<Partial<Record<EndpointName, ScreenWay | string>>> = {
  searchOffers: reads(/1x RTX/),
  createInstance: {
    open: async (app) => {
      await app.press('offer.rent');
      await app.fill({ Image: testImage });
      await review(app);
    },
    act: (app) => app.press('dialog.yes'),
  },
  listInstances: reads(/9100704 +lora-x +1x/, 'app.instances'),
  getInstance: reads(/exited/, 'app.instances', 'instance.open'),
  ...recordWays,
  startInstance: onInstance(asked('instance.start'), async (app) => {
    if (app.text().includes('stopped')) return;
    await asked('instance.stop')(app);
    await app.advance(15_000);
  }),
  currentUser: reads(/\$76\.\d\d/, 'app.money'),
  createWorkerGroup: { open: atGroups, act: reviewed(['group.new'], { 'Test workers': '1' }) },
  cloudCopy: { open: atCopy, act: startCopy },
  tfaStatus: reads(/Phone, Aegis/, 'app.security'),
  tfaLogin: flow({ kind: 'login' }, ['totp'], undefined, [byApp]),
  tfaRemove: flow({ kind: 'remove', targetId: 2 }, ['totp', 'sms'], { kind: 'totp' }, [
    byApp,
    (app) => app.press('tfa.go'),
  ]),
  tfaSendEmail: flow({ kind: 'login' }, ['totp'], { kind: 'email' }, []),
  tfaSendSms: flow({ kind: 'login' }, ['totp', 'sms'], { kind: 'sms' }, []),
  tfaResendSms: flow({ kind: 'login' }, ['totp', 'sms'], { kind: 'sms' }, [
    later,
    (app) => app.press('tfa.resend'),
  ]),
  tfaTotpSetup: flow(addsTotp, [], undefined, [byMessage]),
  tfaAuthorizeStart: flow(addsTotp, [], undefined, []),
  tfaAuthorizeConfirm: flow(addsTotp, [], undefined, [byMessage]),
  tfaConfirmNew: flow(addsTotp, [], undefined, [
    byMessage,
    (app) => typeCode(app, totp(app, shownSecret(app))),
  ]),
  tfaUpdate: {
    options: busy,
    open: (app) => app.press('app.security'),
    act: async (app) => {
      await app.press('security.label');
      await app.type('\x15');
      await app.type('Other phone');
      await app.press('prompt.keep');
    },
  },
  tfaRegenBackupCodes: flow({ kind: 'regen' }, ['totp'], undefined, [
    (app) => app.press('tfa.go'),
    byApp,
    (app) => app.press('tfa.go'),
  ]),
  tfaTest: nobody,
  tfaTestSubmit: nobody,
  tfaResend: nobody,
  listApiKeys: reads(/sandbox +everything/, 'app.security', 'security.keys'),
  createApiKey: {
    open: (app) => app.press('app.security', 'security.keys', 'keys.new'),
    act: async (app) => {
      await app.fill({ Name: 'ci runner' });
      await app.press('form.submit');
    },
  },
  deleteApiKey: {
    open: async (app) => {
      await app.control('keys', { permissions: { api: { misc: {}, user_read: {} } } });
      await app.press('app.security', 'security.keys', 'list.bottom');
    },
    act: async (app) => {
      const id = app.sandbox.snapshot().keys.findLast((key) => !key.revoked)?.id;
      await app.press('keys.delete');
      await app.past300ms();
      await app.type(`delete ${id}`);
      await app.press('dialog.press');
    },
  },
  listSshKeys: reads(/301 +renter/, 'app.security', 'security.keys', 'keys.ssh'),
  createSshKey: { open: atSshKeys, act: (app) => app.press('ssh-keys.add', 'menu.pick') },
  changeSshKey: nobody,
  deleteSshKey: {
    open: atSshKeys,
    act: async (app) => {
      await app.press('ssh-keys.remove');
      await app.past300ms();
      await app.press('dialog.yes');
    },
  },
  listInstanceSshKeys: onInstance((app) => app.press('instance.attach-key')),
  attachSshKey: onInstance(
    async (app) => {
      await app.press('instance.attach-key', 'menu.down');
      await app.past300ms();
      await app.press('menu.pick');
    },
    async (app) => {
      await app.world
        .connect(app.sandbox.apiKey)
        .api.createSshKey(
          'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMrMJXhtxPmLVpo7DB4hRU8bfQjNJ/MOTxV+ZsJIsQjd me@laptop',
        );
      await app.press('instance.attach-key', 'menu.down');
      await app.press('menu.close');
    },
  ),
  detachSshKey: onInstance(async (app) => {
    await app.press('instance.attach-key', 'menu.pick');
    await app.past300ms();
    await app.press('dialog.yes');
  }),
  listTemplates: {
    open: async () => {},
    act: (app) => app.press('offer.rent', 'form.template'),
  },
  listVolumes: reads(/501 +datasets/, { screen: 'volumes' }),
  listConnections: { open: async () => {}, act: (app) => app.press('app.copy') },
  cancelCloudCopy: {
    open: async (app) => {
      await atCopy(app);
      await startCopy(app);
    },
    act: async (app) => {
      await app.press('copy.cancel');
      await app.past300ms();
      await app.press('dialog.yes');
    },
  },
  listCharges: { ...reads(/charged by day/, 'app.money'), options: { ...busy, rows: 40 } },
  changeBid: {
    open: async (app) => {
      const there = app.sandbox.snapshot().instances.at(-1)?.id;
      if (there !== undefined) {
        app.lead({ go: 'push', route: { screen: 'instance', id: there } });
        return app.advance(2_000);
      }
      await app.press('offers.bid', 'offer.rent');
      await app.fill({ Image: testImage });
      await review(app);
      await app.press('dialog.yes');
      await app.advance(6_000);
      const id = app.sandbox.snapshot().instances.at(-1)?.id;
      await app.control(`instances/${id}`, { actual_status: 'running' });
      return app.advance(25_000);
    },
    act: async (app) => {
      await app.press('instance.bid');
      await app.past300ms();
      await app.press('prompt.keep');
      await app.past300ms();
      await app.press('dialog.yes');
    },
  },
  labelInstance: onInstance(async (app) => {
    await app.press('instance.label');
    await app.type('\x15');
    await app.type('night');
    await app.press('prompt.keep');
  }),
  requestLogs: reads(/log of the container · \d+ lines/, 'app.instances', 'instance.open', 'instance.logs'),
  executeCommand: onInstance(async (app) => {
    await app.press('instance.execute');
    await app.type('ls -l /workspace');
    await app.press('prompt.keep');
  }),
  listScheduledJobs: onInstance(async (app) => {
    await app.press('instance.limit');
    await app.type('at 18:00');
    await app.press('limit.kept');
  }),
  createScheduledJob: onInstance(setJob('at 18:00')),
  updateScheduledJob: onInstance(setJob('at 20:00'), withJob),
  deleteScheduledJob: onInstance(async (app) => {
    await app.press('instance.limit');
    await app.press('limit.off');
  }, withJob),
  listEndpointGroups: reads(/701 default/, 'app.groups'),
  createEndpointGroup: { open: atGroups, act: reviewed(['group.new-endpoint'], { Name: 'llm' }) },
  changeEndpointGroup: {
    open: atGroups,
    act: reviewed(['group.change'], { 'Cold workers': '2' }),
  },
  deleteEndpointGroup: { open: atGroups, act: typed(['group.delete'], 'default') },
  listWorkerGroups: {
    ...reads(/801 /, 'app.groups'),
    options: {},
    open: withWorkers,
  },
  changeWorkerGroup: {
    open: withWorkers,
    act: reviewed(['list.top', 'list.down', 'group.change'], { 'Max workers': '4' }),
  },
  deleteWorkerGroup: { open: withWorkers, act: typed(['list.top', 'list.down', 'group.delete'], '801') },
};
