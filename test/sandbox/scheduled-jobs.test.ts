import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScheduledJobRecord } from '../../src/sandbox/entities.ts';
import { nextRun } from '../../src/sandbox/machines/scheduled-job.ts';
import { readStateFile, writeStateFile } from '../../src/sandbox/state-file.ts';
import { type Answer, type Fields, start, world } from './world.ts';

const path = '/api/v0/commands/schedule_job/';
const hour = 3_600;
/** The first full hour after the start of the world, epoch seconds. */
const fullHour = Math.ceil(start / 1000 / hour) * hour;
const said = ({ status, body }: Answer) => `${status} ${body?.error}`;

const stopAt = (id: number, at: number): Fields => ({
  start_time: at,
  end_time: at + 1_800,
  api_endpoint: `/api/v0/instances/${id}/`,
  request_method: 'PUT',
  request_body: { state: 'stopped' },
  frequency: 'HOURLY',
  day_of_the_week: null,
  hour_of_the_day: null,
  instance_id: id,
});
const destroyAt = (id: number, at: number): Fields => ({
  ...stopAt(id, at),
  request_method: 'DELETE',
  request_body: {},
});

describe('a scheduled job', () => {
  it('stops its instance at the full hour, once, and the ledger shows it', async () => {
    const w = world();
    const id = await w.rented();
    w.pass(300);
    const at = fullHour + 2 * hour;
    const made = await w.call('POST', path, stopAt(id, at));
    expect(made).toMatchObject({ status: 200, body: { success: true, scheduled_job_id: 901 } });
    w.pass(5 * hour);
    expect(await w.instance(id)).toMatchObject({ actual_status: 'stopped', intended_status: 'stopped' });
    const gpu = (await w.ledger()).charges.filter((line: Fields) => line.kind === 'gpu');
    expect(gpu.at(-1).to).toBe(at);
    await w.call('PUT', `/api/v0/instances/${id}/`, { state: 'running' });
    w.pass(5 * hour);
    expect(await w.instance(id)).toMatchObject({ actual_status: 'running' });
  });

  it('destroys its instance, and nothing of it is charged from then on', async () => {
    const w = world();
    const id = await w.rented();
    const at = fullHour + hour;
    await w.call('POST', path, destroyAt(id, at));
    w.pass(9 * hour);
    expect(await w.instance(id)).toBeNull();
    const { charges, instances } = await w.ledger();
    expect(instances).toMatchObject([{ id, destroyed_at: at }]);
    expect(Math.max(...charges.map((line: Fields) => line.to))).toBe(at);
    expect((await w.search({ limit: 64 })).length).toBe(64);
  });

  it('runs from the hour that holds its start, before the minute that was asked for', async () => {
    const w = world();
    const id = await w.rented();
    w.pass(60);
    await w.call('POST', path, { ...stopAt(id, fullHour + 22 * 60), end_time: fullHour + 7 * hour });
    w.pass(fullHour - start / 1000 - 60);
    expect(await w.instance(id)).toMatchObject({ intended_status: 'stopped' });
  });

  it('is listed, changed and called off', async () => {
    const w = world();
    const id = await w.rented();
    await w.call('POST', path, stopAt(id, fullHour + hour));
    const list = async () => (await w.call('GET', path)).body;
    expect(await list()).toEqual([
      { ...stopAt(id, fullHour + hour), id: 901, min_of_the_hour: 0, last_executed_around: null },
    ]);
    await w.call('PUT', `${path}901/`, stopAt(id, fullHour + 3 * hour));
    expect(await list()).toMatchObject([{ id: 901, start_time: fullHour + 3 * hour }]);
    expect((await w.call('DELETE', `${path}901/`)).status).toBe(200);
    expect(await list()).toEqual([]);
    w.pass(9 * hour);
    expect(await w.instance(id)).toMatchObject({ intended_status: 'running' });
    expect(said(await w.call('DELETE', `${path}901/`))).toBe('404 not_found');
  });

  it('answers 422 and the job that is there to a second one alike, until its time is over', async () => {
    const w = world();
    const id = await w.rented();
    const job = stopAt(id, fullHour);
    await w.call('POST', path, job);
    expect(await w.call('POST', path, job)).toMatchObject({ status: 422, body: { scheduled_job_id: 901 } });
    expect((await w.call('POST', path, destroyAt(id, fullHour))).status).toBe(200);
    w.pass(3 * hour);
    const again = stopAt(id, fullHour + 5 * hour);
    expect(said(await w.call('POST', path, again))).toBe('404 no_such_instance');
  });

  it('refuses what cannot be meant', async () => {
    const w = world();
    const id = await w.rented();
    const job = stopAt(id, fullHour);
    const wrong = async (change: Fields) => said(await w.call('POST', path, { ...job, ...change }));
    expect(await wrong({ end_time: fullHour })).toBe('400 invalid_args');
    expect(await wrong({ frequency: 'DAILY' })).toBe('400 invalid_args');
    expect(await wrong({ hour_of_the_day: 3 })).toBe('400 invalid_args');
    expect(await wrong({ frequency: 'WEEKLY', hour: 3 })).toBe('400 invalid_args');
    expect(await wrong({ frequency: 'DAILY', hour: 24 })).toBe('400 bad_request');
    expect(await wrong({ frequency: 'ONCE' })).toBe('400 bad_request');
    expect(await wrong({ instance_id: 1 })).toBe('404 no_such_instance');
    expect(await wrong({ start_time: 'soon' })).toBe('400 bad_request');
  });

  it('wants a key that may write instances', async () => {
    const w = world();
    const id = await w.rented();
    const { key } = (await w.control('POST', 'keys', { permissions: { api: { instance_read: {} } } })).body;
    expect((await w.call('GET', path, undefined, key)).status).toBe(200);
    expect(said(await w.call('POST', path, stopAt(id, fullHour), key))).toBe('403 auth_error');
  });

  it('goes through the state file, and a file of before there were jobs is taken', async () => {
    const w = world();
    const id = await w.rented();
    await w.call('POST', path, stopAt(id, fullHour));
    const file = join(mkdtempSync(join(tmpdir(), 'rigdeck-')), 'state.json');
    writeStateFile(file, w.sandbox.snapshot());
    const state = readStateFile(file);
    expect(state?.scheduledJobs).toMatchObject([{ id: 901, instanceId: id }]);
    const { scheduledJobs: _, ...old } = w.sandbox.snapshot();
    writeFileSync(file, JSON.stringify(old));
    const later = world({ state: readStateFile(file) as NonNullable<typeof state> });
    later.pass(9 * hour);
    expect(await later.instance(id)).toMatchObject({ intended_status: 'running' });
  });
});

describe('the runs of a job', () => {
  const job = (change: Partial<ScheduledJobRecord>): ScheduledJobRecord => ({
    id: 1,
    instanceId: 2,
    endpoint: '/api/v0/instances/2/',
    method: 'PUT',
    body: {},
    startTime: 0,
    endTime: Number.MAX_SAFE_INTEGER,
    frequency: 'HOURLY',
    hour: null,
    day: null,
    lastRunAt: null,
    ...change,
  });

  it('are at the hour and weekday that it names, in UTC', () => {
    const weekly = job({ frequency: 'WEEKLY', day: 3, hour: 7 });
    const daily = job({ frequency: 'DAILY', hour: 22 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2e12 }), (after) => {
        const [week, next] = [nextRun(weekly, after) as number, nextRun(daily, after) as number];
        expect(new Date(week).toISOString()).toMatch(/T07:00:00.000Z$/);
        expect(new Date(week).getUTCDay()).toBe(3);
        expect(new Date(next).toISOString()).toMatch(/T22:00:00.000Z$/);
        expect(week - after).toBeGreaterThan(0);
        expect(week - after).toBeLessThanOrEqual(7 * 86_400_000);
        expect(next - after).toBeLessThanOrEqual(86_400_000);
      }),
    );
  });
});
