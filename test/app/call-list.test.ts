import { expect, it } from 'vitest';
import { openCallList } from '../../src/app/call-list.ts';
import { createRedactor } from '../../src/platform/log/redact.ts';

const event = {
  at: 0,
  endpoint: 'listInstances',
  method: 'GET',
  path: '/api/v0/instances/',
  attempt: 1,
  ms: 3,
} as const;

it('a body that comes again is masked once', () => {
  const calls = openCallList(createRedactor(), () => 0);
  const got = { instances: [{ id: 1, jupyter_token: 'hush-hush-hush' }] };
  calls.heard(event, { query: '', got });
  calls.heard(event, { query: '', got });
  const [first, second] = calls.list();
  expect(first?.got).toEqual({ instances: [{ id: 1, jupyter_token: '[redacted]' }] });
  expect(second?.got).toBe(first?.got);
});

it('a body that comes again is masked for what has become known as a secret since', () => {
  const redactor = createRedactor();
  const calls = openCallList(redactor, () => 0);
  const got = { instances: [{ id: 1, status_msg: 'started with hunter2-hunter2' }] };
  calls.heard(event, { query: '', got });
  redactor.add('hunter2-hunter2');
  calls.heard(event, { query: '', got });
  expect(JSON.stringify(calls.list()[1])).not.toContain('hunter2');
});
