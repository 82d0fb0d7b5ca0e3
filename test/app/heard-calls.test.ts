import { expect, it } from 'vitest';
import { openCallList } from '../../src/app/call-list.ts';
import { heardCalls } from '../../src/app/heard-calls.ts';
import { manualClock } from '../../src/base/clock.ts';
import { logWishes, openLog } from '../../src/platform/log/log.ts';
import { createRedactor } from '../../src/platform/log/redact.ts';

function heard(env: Record<string, string>): string {
  const redactor = createRedactor();
  redactor.add('sk-planted-0123456789');
  const log = openLog({ clock: manualClock(0), redactor, ...logWishes(false, env) });
  const { trace } = heardCalls({
    log,
    calls: openCallList(redactor, () => 0),
    knownIds: undefined,
    pending: () => {},
  });
  trace(
    {
      at: 0,
      endpoint: 'tfaLogin',
      method: 'POST',
      path: '/api/v0/tfa/',
      attempt: 1,
      ms: 3,
      status: 200,
    } as never,
    {
      query: '?key=sk-planted-0123456789',
      sent: { code: '123456', phone_number: '+15550100199', image: 'a/b:1' },
      got: { session_key: 'another-secret-value', env: { HF_TOKEN: 'hunter2secret' }, success: true },
    },
  );
  return log.last().join('\n');
}

it('logs no call unless that is asked for', () => {
  expect(heard({})).toBe('');
});

it('RIGDECK_DEBUG=1 logs calls without what they carry', () => {
  expect(heard({ RIGDECK_DEBUG: '1' })).toContain('/api/v0/tfa/');
  expect(heard({ RIGDECK_DEBUG: '1' })).not.toContain('a/b:1');
});

it('C033 RIGDECK_DEBUG=api logs what they carry, without any secret', () => {
  const text = heard({ RIGDECK_DEBUG: 'api' });
  expect(text).toContain('a/b:1');
  expect(text).toContain('"success":true');
  expect(text).not.toMatch(/123456|5550100199|another-secret|hunter2|sk-planted/);
});
