import { describe, expect, it } from 'vitest';
import { start, world } from './world.ts';

describe('the control surface', () => {
  it('shows an offer as it stands', async () => {
    const w = world();
    const { id, dph_base } = await w.offer();
    expect((await w.control('GET', `offers/${id}`)).body).toEqual({ rentable: true, busy: false, dph_base });
    await w.control('POST', `offers/${id}`, { busy: true, dph_base: 2.5 });
    expect((await w.control('GET', `offers/${id}`)).body).toEqual({
      rentable: true,
      busy: true,
      dph_base: 2.5,
    });
    await w.control('POST', `offers/${id}`, { rentable: false });
    expect((await w.control('GET', `offers/${id}`)).body).toMatchObject({ rentable: false });
    expect((await w.control('GET', 'offers/1')).status).toBe(404);
  });

  it('shows an offer that this account rents as not rentable', async () => {
    const w = world();
    const { id } = await w.offer();
    await w.rent(id);
    expect((await w.control('GET', `offers/${id}`)).body).toMatchObject({ rentable: false, busy: false });
  });

  it('locks every method as wrong codes do, for fifteen minutes', async () => {
    const w = world();
    expect((await w.control('POST', 'tfa/lock')).body).toEqual({ success: true, locked: 0 });
    const state = w.sandbox.snapshot();
    const common = { label: '', primary: false, failCount: 0, lockedUntil: null, lastUsed: null };
    state.account.tfaStatus = 'enabled';
    state.methods.push(
      { ...common, id: 1, method: 'totp', totpSecret: 'JBSWY3DPEHPK3PXP', createdAt: start, primary: true },
      { ...common, id: 2, method: 'sms', phoneNumber: '+15555550100', createdAt: start },
      { ...common, id: 3, method: 'sms', phoneNumber: '+15555550101', createdAt: start, deletedAt: start },
    );
    w.sandbox.restore(state);
    expect((await w.control('POST', 'tfa/lock', {})).body).toEqual({ success: true, locked: 2 });
    const methods = async () => (await w.call('GET', '/api/v0/tfa/status/')).body.methods;
    const locked_until = start / 1000 + 900;
    expect(await methods()).toMatchObject([
      { id: 1, fail_count: 5, locked_until },
      { id: 2, fail_count: 3, locked_until },
    ]);
    const code = { tfa_method: 'totp', code: '123456' };
    expect((await w.call('POST', '/api/v0/tfa/', code)).body).toMatchObject({ error: 'tfa_locked' });
    w.pass(901);
    expect(await methods()).toMatchObject([
      { id: 1, fail_count: 0, locked_until: null },
      { id: 2, fail_count: 0, locked_until: null },
    ]);
  });
});
