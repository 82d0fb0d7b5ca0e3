import { assumptions } from './assumptions.ts';
import type { TemplateRecord } from './entities.ts';
import { createMarket } from './market/market.ts';
import { unit } from './random.ts';
import type { State } from './state.ts';

/** A public key in the form that an account holds; its private half exists nowhere. */
const sshKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f renter@sandbox';

const plain = {
  env: '',
  onstart: '',
  argsStr: '',
  jupyterLab: false,
  jupyterDir: null,
  registry: null,
  recommendedDisk: 16,
  volumeInfo: null,
  private: false,
} as const;

/** The four templates of a fresh world; their hashes never change. */
export const templates = (now: number): TemplateRecord[] => [
  {
    ...plain,
    id: 401,
    hash: '5d1c0ffee0000000000000000000a401',
    name: 'Ubuntu, plain SSH',
    image: 'ubuntu',
    tag: '22.04',
    runtype: 'ssh_direct',
    desc: 'A bare system, reached by SSH.',
    createdAt: now,
  },
  {
    ...plain,
    id: 402,
    hash: '5d1c0ffee0000000000000000000a402',
    name: 'PyTorch with Jupyter',
    image: 'pytorch/pytorch',
    tag: '2.6.0-cuda12.6-cudnn9-runtime',
    env: '-e WANDB_MODE=offline -e "GREETING=hello there" -p 8000:8000',
    onstart: 'env | grep _ >> /etc/environment; echo ready',
    runtype: 'jupyter_direct',
    jupyterLab: true,
    jupyterDir: '/workspace',
    recommendedDisk: 40,
    desc: 'PyTorch, JupyterLab in /workspace, port 8000 open.',
    createdAt: now,
  },
  {
    ...plain,
    id: 403,
    hash: '5d1c0ffee0000000000000000000a403',
    name: 'Private registry',
    image: 'registry.example.com/team/trainer',
    tag: 'latest',
    env: '-e TEAM=blue',
    runtype: 'ssh_proxy',
    registry: { repo: 'registry.example.com', user: 'team-puller', pass: 'sandbox-registry-token' },
    desc: 'An image that needs a login to be pulled.',
    private: true,
    createdAt: now,
  },
  {
    ...plain,
    id: 404,
    hash: '5d1c0ffee0000000000000000000a404',
    name: 'With a volume',
    image: 'ubuntu',
    tag: '24.04',
    runtype: 'ssh_direct',
    volumeInfo: { create_new: true, size: 50, mount_path: '/data' },
    desc: 'Suggests a volume under /data; the suggestion is for the form only.',
    createdAt: now,
  },
];

/** A fresh world at `now` (milliseconds). The first key is the printed one. */
export function freshWorld(options: {
  seed: number;
  offers: number;
  now: number;
  clockOffset: number;
  apiKey: string;
}): State {
  const { seed, offers, now, clockOffset, apiKey } = options;
  return {
    version: 1,
    seed,
    offers,
    clockOffset,
    seenAt: now,
    settledAt: now,
    draws: 0,
    offerVersion: 1,
    nextId: {
      instance: 9_100_001 + Math.floor(unit(seed, 1, 9) * 1_000),
      key: 102,
      sshKey: 302,
      template: 405,
      volume: 502,
      method: 601,
      fault: 1,
      endpointGroup: 702,
      workerGroup: 801,
      scheduledJob: 901,
    },
    account: {
      id: 1001,
      email: 'renter@example.com',
      emailVerified: true,
      fullName: 'Robin Renter',
      phoneNumber: '+15555550100',
      sshKey,
      credit: assumptions.credit,
      tfaStatus: 'disabled',
      admin: false,
      teamContext: false,
      smsFraud: false,
      smsRateLimited: false,
      tfaRequired: false,
    },
    keys: [{ id: 101, value: apiKey, name: 'sandbox', permissions: null, revoked: false, createdAt: now }],
    sessions: [],
    logins: [],
    methods: [],
    challenges: [],
    backupCodes: [],
    addWindowUntil: null,
    pendingAuthorization: null,
    phoneOnFile: { failCount: 0, lockedUntil: null },
    totpSetups: [],
    outbox: [],
    instances: [],
    templates: templates(now),
    volumes: [
      { id: 501, label: 'datasets', size: 100, machineId: volumeMachine(seed, offers), createdAt: now },
    ],
    sshKeys: [{ id: 301, key: sshKey, createdAt: now }],
    connections: [
      { id: 1, name: 'training-bucket', cloudType: 's3' },
      { id: 2, name: 'team drive', cloudType: 'drive' },
    ],
    copies: [],
    endpointGroups: [{ id: 701, name: 'default', createdAt: now, fields: {} }],
    workerGroups: [],
    secrets: {},
    charges: [],
    transfers: [],
    offerOverrides: {},
    faults: [],
    results: [],
    requests: [],
    scheduledJobs: [],
  };
}

/** The machine that the volume lies on: the first that is worth renting. */
function volumeMachine(seed: number, offers: number): number {
  const market = createMarket(seed, Math.min(offers, 400));
  for (let i = 0; i < market.size; i++) {
    const facts = market.facts(market.offerId(i));
    if (facts === undefined) continue;
    const good = facts.verification === 'verified' && facts.direct_port_count >= 4 && facts.disk_space >= 100;
    if (good && facts.num_gpus === 1 && facts.external === false) return facts.machine_id;
  }
  return market.size > 0 ? market.machineId(0) : 0;
}
