import { settle } from './billing.ts';
import { readCreation } from './creation.ts';
import type { InstanceRecord, StatusStep } from './entities.ts';
import { outbid, stop } from './machines/instance.ts';
import { newInstance } from './new-instance.ts';
import { offerPrice } from './offer-state.ts';
import type { Store } from './store.ts';

/** How long before the present a busy world begins, in milliseconds. */
export const busyHistory = 6 * 86_400_000;

const minute = 60_000;
const hour = 60 * minute;

/** What happened: `age` before the present an instance was made, and later met its fate. */
type Story = {
  age: number;
  gpu: string;
  gpus: number;
  request: Record<string, unknown>;
  bid?: boolean;
  /** Statuses and the time after creation at which each begins, where the usual boot will not do. */
  course?: readonly [after: number, status: string | null][];
  later?: (instance: InstanceRecord, now: number) => InstanceRecord;
  /** How long before the present `later` happened. */
  laterAge?: number;
};

const jupyter = '5d1c0ffee0000000000000000000a402';
const image = 'pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime';

const stories: readonly Story[] = [
  {
    age: 143 * hour,
    gpu: 'RTX 3090',
    gpus: 1,
    request: { image: 'ubuntu:22.04', label: 'scratch', disk: 50, runtype: 'ssh_proxy' },
    later: stop,
    laterAge: 137 * hour,
  },
  {
    age: 28 * hour,
    gpu: 'RTX 4090',
    gpus: 2,
    request: { image, label: 'eval', disk: 40, runtype: 'ssh_direct', env: { WANDB_MODE: 'offline' } },
  },
  {
    age: 3.2 * hour,
    gpu: 'RTX 4090',
    gpus: 1,
    request: { template_hash_id: jupyter, label: 'train-a', env: { '-p 6006:6006': '1' } },
  },
  {
    age: 2 * hour,
    gpu: 'RTX 5090',
    gpus: 1,
    bid: true,
    request: { image, label: 'sweep', disk: 20, runtype: 'ssh_direct' },
    later: (instance, now) => outbid(instance, now, Math.round(instance.gpuPrice * 1.08 * 1e4) / 1e4),
    laterAge: 20 * minute,
  },
  {
    age: 50 * minute,
    gpu: 'RTX A6000',
    gpus: 1,
    request: { image, label: 'node-b', disk: 20 },
    course: [
      [0, null],
      [9_000, 'loading'],
      [95_000, 'running'],
      [31 * minute, 'offline'],
    ],
  },
  {
    age: 35 * minute,
    gpu: 'RTX 3090',
    gpus: 2,
    request: {
      image: 'vllm/vllm-openai:latest',
      label: 'node-c',
      disk: 20,
      runtype: 'args',
      args_str: '--port 8000',
    },
    course: [
      [0, null],
      [7_000, 'loading'],
      [140_000, 'unknown'],
    ],
  },
  {
    age: 22 * minute,
    gpu: 'RTX 3090',
    gpus: 1,
    request: { image: 'registry.example.com/team/lora:dev', label: 'lora-x', disk: 20 },
    course: [
      [0, null],
      [8_000, 'loading'],
      [120_000, 'exited'],
    ],
  },
  {
    age: 151_000,
    gpu: 'RTX 4090',
    gpus: 4,
    request: { image, label: 'train-b', disk: 60, runtype: 'jupyter_direct' },
    course: [
      [0, null],
      [47_000, 'loading'],
      [240_000, 'running'],
    ],
  },
  {
    age: 4_000,
    gpu: 'H100 SXM',
    gpus: 1,
    request: { image, label: 'probe', disk: 16, runtype: 'ssh_direct' },
  },
];

type Event = { at: number; happen: (at: number) => void };

/**
 * Fills a fresh world that begins `busyHistory` before `now` with a week of work: instances in every state, the
 * charges they made, and two-factor methods. What follows the chance of the seed follows it here, too.
 */
export function liveThrough(store: Store, now: number): void {
  const offers = findOffers(store);
  const events = stories.flatMap((story): Event[] => {
    let id = 0;
    const make = (at: number) => {
      const offerId = offers.get(story);
      if (offerId !== undefined) id = rent(store, story, offerId, at);
    };
    const change = (at: number) => {
      const instance = store.instance(id);
      if (instance !== undefined && story.later !== undefined) store.save(story.later(instance, at));
    };
    const born = { at: now - story.age, happen: make };
    return story.laterAge === undefined ? [born] : [born, { at: now - story.laterAge, happen: change }];
  });
  for (const { at, happen } of events.sort((a, b) => a.at - b.at)) {
    settle(store.state, at);
    happen(at);
  }
  protect(store, now);
}

/** An offer for every story that finds one in this market, each on a machine of its own. */
function findOffers(store: Store): Map<Story, number> {
  const found = new Map<Story, number>();
  const machines = new Set<number>();
  for (let i = 0; i < store.market.size && found.size < stories.length; i++) {
    const facts = store.market.facts(store.market.offerId(i));
    if (facts === undefined || machines.has(facts.machine_id) || facts.disk_space < 60) continue;
    if (facts.verification !== 'verified' || facts.direct_port_count < 4) continue;
    const story = stories.find(
      (one) => !found.has(one) && one.gpu === facts.gpu_name && one.gpus === facts.num_gpus,
    );
    if (story === undefined) continue;
    found.set(story, facts.id);
    machines.add(facts.machine_id);
  }
  return found;
}

function rent(store: Store, story: Story, offerId: number, at: number): number {
  const facts = store.market.facts(offerId);
  if (facts === undefined) return 0;
  const price = offerPrice(store, offerId, at);
  const bid = Math.round(price.minBid * 1.1 * 1e4) / 1e4;
  const wanted = readCreation(store, { ...story.request, ...(story.bid === true ? { price: bid } : {}) });
  const made = newInstance(store, wanted, facts, { now: at, price, free: true, beaten: false });
  const steps = story.course?.map(([after, status]): StatusStep => ({ at: at + after, status }));
  return store.save({ ...made, steps: steps ?? made.steps }).id;
}

/** Two methods, the texts locked for another eleven minutes, and three backup codes used. */
function protect(store: Store, now: number): void {
  const { state } = store;
  const createdAt = now - 5 * 24 * hour;
  state.account.tfaStatus = 'enabled';
  state.methods.push(
    {
      id: store.nextId('method'),
      method: 'totp',
      label: 'Phone, Aegis',
      totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      primary: true,
      failCount: 0,
      lockedUntil: null,
      createdAt,
      lastUsed: now - 2 * hour,
    },
    {
      id: store.nextId('method'),
      method: 'sms',
      label: 'Work',
      phoneNumber: '+15555554417',
      primary: false,
      failCount: 3,
      lockedUntil: now + 11.7 * minute,
      createdAt: createdAt + hour,
      lastUsed: now - 12 * hour,
    },
  );
  for (let n = 0; n < 10; n++) {
    const code = [1, 2, 3].map(() => store.secret(4, '23456789ABCDEFGHJKLMNPQRSTUVWXYZ')).join('-');
    state.backupCodes.push({ code, ...(n < 3 ? { usedAt: now - 24 * hour } : {}) });
  }
}
