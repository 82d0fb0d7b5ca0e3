import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import { writeSubject, writeTitle } from '../../src/engine/write-words.ts';

const names = Object.keys(endpoints) as EndpointName[];
const nameOf = (id: number) => (id === 7 ? 'train-a' : String(id));

describe('what a write is told of as', () => {
  it.each(names.filter((name) => endpoints[name].write))('%s has words', (endpoint) => {
    expect(writeTitle(writeSubject({ endpoint, id: 7 }), nameOf)).toMatch(
      /^[A-Z][a-z]+( |$)(?!.*[a-z][A-Z])/,
    );
  });

  it('without words of its own is what its row is called', () => {
    const said = (endpoint: string, id?: number) => writeTitle(writeSubject({ endpoint, id }), nameOf);
    expect([said('hibernateInstance', 7), said('pauseBigGroup', 801), said('forgetAll')]).toEqual([
      'Hibernate train-a',
      'Pause big group 801',
      'Forget all',
    ]);
  });

  it('names an instance as it is called, wherever the request names it, and other things by what was given', () => {
    const said = (endpoint: EndpointName, id?: number, sent?: unknown) =>
      writeTitle(writeSubject({ endpoint, id, sent }), nameOf);
    expect([
      said('destroyInstance', 7),
      said('labelInstance', 8, { label: 'night' }),
      said('cloudCopy', undefined, { instance_id: '7' }),
      said('cancelCloudCopy', undefined, { client_id: 'me', dst_id: 7 }),
      said('createScheduledJob', undefined, { instance_id: 7 }),
      said('createApiKey', undefined, { name: 'ci runner' }),
      said('createEndpointGroup', undefined, { endpoint_name: 'llm' }),
      said('createWorkerGroup', undefined, { endpoint_id: 701 }),
      said('deleteWorkerGroup', 801),
    ]).toEqual([
      'Destroy train-a',
      'Label 8',
      'Start the copy of train-a',
      'Call off the copy of train-a',
      'Make the scheduled job of train-a',
      'Make key ci runner',
      'Create endpoint group llm',
      'Create worker group',
      'Delete worker group 801',
    ]);
  });

  it('holds nothing of a request but the names in it', () => {
    const secret = 'hunter2-hunter2';
    const sent = {
      ...{ code: secret, secret, tfa_secret: secret, api_key: secret, command: secret, ssh_key: secret },
      ...{ env: { TOKEN: secret }, label: secret, onstart: secret, launch_args: secret, instance_id: secret },
    };
    for (const endpoint of names) {
      const told = writeSubject({ endpoint, id: 7, sent });
      expect(JSON.stringify(told), endpoint).not.toContain(secret);
    }
  });
});
