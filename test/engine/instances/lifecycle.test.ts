import { describe, expect, test } from 'vitest';
import type { Instance } from '../../../src/client/wire.ts';
import { readInstance } from '../../../src/engine/instances/reading.ts';
import { canDestroy, canSsh, canStart, canStop } from '../../../src/engine/instances/rules.ts';

const instance = (fields: Partial<Instance>): Instance => ({ id: 1, actual_status: 'running', ...fields });

describe('readInstance', () => {
  test.each([
    [null, 'provisioning'],
    ['loading', 'loading'],
    ['running', 'running'],
    ['stopped', 'stopped'],
  ])('%s is on its way or well', (actual_status, kind) => {
    expect(readInstance(instance({ actual_status }))).toMatchObject({
      kind,
      word: kind,
      neverRuns: false,
      needsYou: false,
    });
  });

  test.each(['exited', 'unknown', 'offline'])(
    'C014 %s never reaches running, and its disk is charged',
    (actual_status) => {
      const reading = readInstance(instance({ actual_status, intended_status: 'running' }));
      expect(reading).toMatchObject({
        kind: actual_status,
        neverRuns: true,
        needsYou: true,
        charged: 'disk',
      });
      expect(reading.advice).toMatch(/won't start.*[Dd]isk still billed.*Destroy/);
    },
  );

  test('C014 a word that nobody knows is shown as it came, and not as loading', () => {
    const reading = readInstance(instance({ actual_status: 'foo' }));
    expect(reading).toMatchObject({ kind: 'other', word: 'foo', neverRuns: false });
    expect(readInstance(instance({ actual_status: 'constructor' })).word).toBe('constructor');
    expect(readInstance(instance({ actual_status: 'frozen' }))).toMatchObject({ charged: 'gpu and disk' });
  });

  test('exited after a stop that was asked for is an ordinary stop', () => {
    const stopped = instance({ actual_status: 'exited', intended_status: 'stopped' });
    expect(readInstance(stopped)).toMatchObject({ kind: 'stopped', word: 'stopped', neverRuns: false });
  });

  test.each([
    [{ actual_status: 'stopped', intended_status: 'running', is_bid: true }, {}],
    [{ actual_status: 'exited', intended_status: 'running', cur_state: 'stopped', is_bid: true }, {}],
    [{ actual_status: 'exited', is_bid: true }, { hasRun: true }],
    [{ actual_status: 'exited' }, { hasRun: true, bid: true }],
  ])('C018 a bid instance that stopped by itself was interrupted: %j', (fields, seen) => {
    expect(readInstance(instance(fields), seen)).toMatchObject({
      kind: 'interrupted',
      needsYou: true,
      neverRuns: false,
    });
  });

  test.each([
    [{ actual_status: 'exited', is_bid: true, cur_state: 'running' }, { hasRun: true }],
    [{ actual_status: 'exited', is_bid: true }, {}],
    [
      { actual_status: 'exited', is_bid: false },
      { hasRun: true, bid: true },
    ],
  ])('C018 a crash is no lost bid: %j', (fields, seen) => {
    expect(readInstance(instance(fields), seen).kind).toBe('exited');
  });

  test.each([null, 'loading', 'stopped', 'exited'])(
    '%s, asked to run while its contract is stopped, waits',
    (actual_status) => {
      const waiting = instance({ actual_status, intended_status: 'running', cur_state: 'stopped' });
      expect(readInstance(waiting)).toMatchObject({ kind: 'waiting', neverRuns: false });
    },
  );

  test('C020 a stopped one says that its disk is charged', () => {
    expect(readInstance(instance({ actual_status: 'stopped' })).advice).toMatch(/[Dd]isk still billed/);
  });
});

describe('what can be done', () => {
  const is = (actual_status: string | null, fields: Partial<Instance> = {}) =>
    instance({ actual_status, ...fields });

  test('starting is for what was stopped', () => {
    expect(canStart(is('stopped'))).toEqual({ ok: true });
    expect(canStart(is('exited', { intended_status: 'stopped' }))).toEqual({ ok: true });
    expect(canStart(is('exited'))).toEqual({ ok: true });
    expect(canStart(is('exited', { intended_status: 'running' }))).toEqual({
      ok: false,
      reason: expect.stringMatching(/crashed/),
    });
    expect(canStart(is('running'))).toEqual({ ok: false, reason: expect.stringMatching(/already running/) });
    expect(canStart(is('loading'))).toEqual({ ok: false, reason: expect.stringMatching(/loading/) });
    expect(canStart(is('offline'))).toEqual({ ok: false, reason: expect.stringMatching(/host is offline/) });
  });

  test.each([null, 'loading', 'running', 'exited', 'unknown', 'offline', 'foo'])(
    'stop and destroy work from %s',
    (status) => {
      expect(canStop(is(status))).toEqual({ ok: true });
      expect(canDestroy(is(status))).toEqual({ ok: true });
    },
  );

  test('what is stopped already is not stopped again, but destroyed', () => {
    expect(canStop(is('stopped'))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/already stopped.*disk billing/),
    });
    expect(canDestroy(is('stopped'))).toEqual({ ok: true });
  });

  const reachable = { ssh_host: 'h', ssh_port: 10022 };

  test('C075 ssh is for a running instance whose host and port are known', () => {
    expect(canSsh(is('running', reachable))).toEqual({ ok: true });
    expect(canSsh(is('running', { ssh_host: 'h' }))).toEqual({
      ok: false,
      reason: expect.stringMatching(/not sent an SSH address/),
    });
    expect(canSsh(is('running', { ssh_host: '-oX', ssh_port: 1 }))).toEqual({
      ok: false,
      reason: expect.stringMatching(/unsafe SSH address/),
    });
  });

  test.each([
    ['loading', /loading/],
    [null, /provisioning/],
    ['stopped', /is stopped. Start it/],
    ['exited', /crashed/],
  ])('ssh into %s is blocked with the reason', (status, reason) => {
    expect(canSsh(is(status, reachable))).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  test('ssh into an instance launched with args is blocked with the reason', () => {
    const reason = expect.stringMatching(/no SSH.*args/);
    expect(canSsh(is('running', { ...reachable, image_runtype: 'args' }))).toEqual({ ok: false, reason });
    expect(canSsh(is('running', reachable), { runtype: 'args' })).toEqual({ ok: false, reason });
    const ssh = is('running', { ...reachable, image_runtype: 'ssh_direc ssh_proxy' });
    expect(canSsh(ssh, { runtype: 'args' })).toEqual({ ok: true });
  });
});
