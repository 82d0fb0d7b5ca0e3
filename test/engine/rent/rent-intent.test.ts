import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CreateRequest, Offer } from '../../../src/client/wire.ts';
import { instanceName, isTag, phraseFor, rentTag } from '../../../src/engine/instances/names.ts';
import { bodyHash, rentIntent } from '../../../src/engine/rent/rent-intent.ts';

const noon = Date.UTC(2026, 10, 27, 12);
const offer: Offer = { id: 7, gpu_name: 'RTX 4090', num_gpus: 1, host_id: 3, machine_id: 4 };
const made = (body: CreateRequest, more: Partial<Parameters<typeof rentIntent>[0]> = {}) =>
  rentIntent({ offer, body, events: [], known: undefined, now: noon, random: () => 0.5, ...more });

describe('the mark in an empty label', () => {
  it('is one that is known again, whatever chance gives, and another one while it is taken', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999999, noNaN: true }), (chance) => {
        const first = rentTag(() => chance, new Set());
        expect(isTag(first)).toBe(true);
        const second = rentTag(() => chance, new Set([first]));
        expect(isTag(second)).toBe(true);
        expect(second).not.toBe(first);
      }),
    );
  });

  it('is no name that a person gave', () => {
    expect(['rd-k7m2qx', 'rd-k7m2qxy', 'rd-aeiouu', 'train', undefined].map(isTag)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(instanceName({ id: 9, label: 'rd-k7m2qx' })).toBe('9');
    expect(phraseFor({ id: 9, label: 'rd-k7m2qx' })).toBe('9');
    expect(instanceName({ id: 9, label: 'rd-box' })).toBe('rd-box');
  });

  it('goes into the request and the intent when the person left the label empty, and only then', () => {
    const { intent, body } = made({ image: 'a', label: ' ' });
    expect(isTag(intent.tag)).toBe(true);
    expect(body.label).toBe(intent.tag);
    expect(intent.label).toBeUndefined();
    const named = made({ image: 'a', label: 'train' });
    expect(named.body.label).toBe('train');
    expect(named.intent).toMatchObject({ label: 'train' });
    expect(named.intent.tag).toBeUndefined();
  });
});

describe('what is written before a rent', () => {
  it('names the offer and what existed, and is another one for each rent', () => {
    const known = { instances_found: 3, instances: [{ id: 1, actual_status: 'running' }] };
    const { intent } = made({ image: 'a' }, { known });
    expect(intent).toMatchObject({
      ...{ t: 'intent', at: noon, offer_id: 7, gpu: '1x RTX 4090', host_id: 3, machine_id: 4 },
      ...{ known_ids: [1], known_count: 3 },
    });
    const before = { ...intent, base_url: 'x', key_id: 'y' };
    expect(made({ image: 'a' }, { events: [before] }).intent.rent).not.toBe(intent.rent);
    expect(made({ image: 'a' }).intent).not.toHaveProperty('known_ids');
  });

  it('tells requests apart by a hash in which no secret has a part', () => {
    const hash = (body: CreateRequest) => bodyHash(body);
    expect(hash({ image: 'a', disk: 8 })).toBe(hash({ disk: 8, image: 'a' }));
    expect(hash({ image: 'a' })).not.toBe(hash({ image: 'b' }));
    expect(hash({ image: 'a', env: { TOKEN: '1234' }, image_login: '-u a -p b c' })).toBe(
      hash({ image: 'a', env: { TOKEN: '9999' }, image_login: '-u x -p y z' }),
    );
    expect(hash({ image: 'a', env: { TOKEN: '1' } })).not.toBe(hash({ image: 'a', env: { OTHER: '1' } }));
    expect(hash({ image: 'a' })).toMatch(/^[0-9a-f]{16}$/);
  });
});
