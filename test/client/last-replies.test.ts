import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceBodies } from '../../src/client/client.ts';
import { comparedWith, createLastReplies, longestKeptBytes } from '../../src/client/last-replies.ts';
import { failure, makeClient } from './make.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('a body held against the one before it', () => {
  /** What is read of a body that comes in these pieces, and whether it was the one before. */
  function read(before: string, pieces: readonly string[]): string | 'same' {
    const compared = comparedWith(bytes(before));
    const parts = pieces.flatMap((piece) => [...compared.take(bytes(piece))]);
    const rest = compared.end();
    expect(Buffer.from(compared.whole() ?? []).toString()).toBe(pieces.join(''));
    if (rest === 'same') {
      expect(parts).toEqual([]);
      return 'same';
    }
    return Buffer.concat([...parts, ...rest]).toString();
  }

  it('is that one, or is read from its beginning, wherever it was cut and however far both agree', () => {
    const pieces = fc.array(fc.constantFrom('', 'a', 'ab', 'b', 'ü', 'aab'), { maxLength: 6 });
    fc.assert(
      fc.property(pieces, pieces, (before, now) => {
        const [was, is] = [before.join(''), now.join('')];
        expect(read(was, now)).toBe(was === is ? 'same' : is);
      }),
    );
  });

  it('is not kept where it is long', () => {
    const compared = comparedWith(undefined);
    compared.take(new Uint8Array(longestKeptBytes));
    expect(compared.whole()?.byteLength).toBe(longestKeptBytes);
    compared.take(new Uint8Array(1));
    expect(compared.whole()).toBeUndefined();
  });
});

it('only what was asked last is remembered, however much is asked', () => {
  const replies = createLastReplies();
  const answer = (reply: number) => ({ bytes: bytes(''), body: undefined, reply });
  for (let question = 0; question < 20; question += 1) {
    replies.keep('the list', answer(-1));
    replies.keep(String(question), answer(question));
  }
  expect(replies.of('the list')?.reply).toBe(-1);
  expect(replies.of('19')?.reply).toBe(19);
  expect(replies.of('5')).toBeUndefined();
  expect(replies.of(undefined)).toBeUndefined();
});

describe('a read that is answered as before', () => {
  const list = (label: string) => `{"instances":[{"id":1,"label":"${label}"}]}`;

  async function answered(...answers: string[]) {
    const heard: unknown[] = [];
    const client = await makeClient({
      transport: async () => new Response(answers.shift()),
      trace: (_, bodies?: TraceBodies) => heard.push(bodies?.got),
    });
    return { client, heard };
  }

  it('gives the same reply, and what was carried is the same body', async () => {
    const { client, heard } = await answered(list('one'), list('one'), list('two'), list('one'));
    const first = await client.listInstances();
    expect(await client.listInstances()).toBe(first);
    const other = await client.listInstances();
    expect(other.instances).toMatchObject([{ label: 'two' }]);
    const last = await client.listInstances();
    expect(last).toEqual(first);
    expect(last).not.toBe(first);
    expect(heard[1]).toBe(heard[0]);
    expect(heard[2]).toMatchObject({ instances: [{ label: 'two' }] });
  });

  it('is one of the same question alone', async () => {
    const none = '{"instances":null}';
    const { client } = await answered(none, none, '{"offers":[]}', '{"offers":[]}', '{"offers":[]}');
    expect(await client.getInstance(1)).not.toBe(await client.getInstance(2));
    const first = await client.searchOffers({ limit: 1 });
    expect(await client.searchOffers({ limit: 2 })).not.toBe(first);
    expect(await client.searchOffers({ limit: 1 })).toBe(first);
  });

  it('was never a refusal: what could not be read is refused each time', async () => {
    const { client } = await answered('{"success":false}', '{"success":false}', '{}', '{}');
    const kinds = [];
    for (let call = 0; call < 4; call += 1) kinds.push((await failure(client.listInstances())).kind);
    expect(kinds).toEqual(['http', 'http', 'shape', 'shape']);
  });

  it('is no write, whose answers are told apart however alike they are', async () => {
    const { client } = await answered('{"success":true}', '{"success":true}');
    expect(await client.stopInstance(1)).not.toBe(await client.stopInstance(1));
  });
});
