import * as v from 'valibot';
import { assumptions } from './assumptions.ts';
import { flag, int, type JsonObject, named, noList, num, optional, readShape, text } from './body.ts';
import type { Account, InstanceRecord, OfferOverride } from './entities.ts';
import { reject } from './errors.ts';
import { readFault } from './faults.ts';
import { force, goOn, isAlive, outbid } from './machines/instance.ts';
import { lockedNow } from './machines/lockout.ts';
import { hostOf, isBusy, isTaken, offerPrice } from './offer-state.ts';
import { presentInstance } from './present-instance.ts';
import { addKey, readPermissions } from './routes/api-keys.ts';
import { livingInstance } from './routes/instances.ts';
import type { Store } from './store.ts';
import { freshWorld } from './world.ts';

const accountShape = v.strictObject({
  email_verified: optional(flag),
  tfa_status: optional(v.picklist(['disabled', 'enabled', 'legacy'])),
  team_context: optional(flag),
  phone_number: v.optional(v.nullable(text)),
  credit: optional(num),
  admin: optional(flag),
  sms_fraud: optional(flag),
  sms_rate_limited: optional(flag),
  tfa_required: optional(flag),
  email: v.optional(v.nullable(text)),
  ssh_key: v.optional(v.nullable(text)),
  full_name: optional(text),
});
const instanceShape = v.strictObject({
  actual_status: v.optional(v.nullable(text)),
  status_msg: v.optional(v.nullable(text)),
  label: v.optional(v.nullable(text)),
  outbid: optional(flag),
});
const offerShape = v.strictObject({
  rentable: optional(flag),
  busy: optional(flag),
  dph_base: v.optional(v.nullable(v.pipe(num, v.minValue(0)))),
});

const volumeShape = v.strictObject({ storage_cost: optional(v.pipe(num, v.minValue(0))) });

export type Control = ReturnType<typeof createControl>;

/**
 * The control surface (design.md 7): the only way to change the world without being a customer of it. Each
 * method takes the body of its call and answers what the call answers.
 */
export function createControl(store: Store) {
  const done = { success: true };
  return {
    reset(body: JsonObject = {}) {
      const { seed } = readShape(v.object({ seed: optional(int) }), body);
      const { state } = store;
      const now = store.now();
      const apiKey = state.keys[0]?.value ?? '';
      const options = { offers: state.offers, now, clockOffset: state.clockOffset, apiKey };
      store.replace(freshWorld({ ...options, seed: seed ?? state.seed }));
      return done;
    },
    clock(body: JsonObject = {}) {
      const given = readShape(v.object({ advance_s: optional(v.pipe(num, v.minValue(0))) }), body);
      store.settle();
      store.state.clockOffset += (given.advance_s ?? 0) * 1000;
      return { now: store.settle() / 1000 };
    },
    outbox: () => ({
      messages: store.state.outbox.map(({ channel, to, code, sentAt }) => ({
        channel,
        to,
        code,
        sent_at: sentAt / 1000,
      })),
    }),
    account(body: JsonObject) {
      store.settle();
      const given = readShape(accountShape, body);
      const { account } = store.state;
      const changes: { [K in keyof Account]?: Account[K] | undefined } = {
        emailVerified: given.email_verified,
        tfaStatus: given.tfa_status,
        teamContext: given.team_context,
        phoneNumber: given.phone_number,
        credit: given.credit,
        admin: given.admin,
        smsFraud: given.sms_fraud,
        smsRateLimited: given.sms_rate_limited,
        tfaRequired: given.tfa_required,
        email: given.email,
        sshKey: given.ssh_key === null ? '' : given.ssh_key,
        fullName: given.full_name,
      };
      for (const [name, value] of Object.entries(changes)) {
        if (value !== undefined) Object.assign(account, { [name]: value });
      }
      if (account.sshKey === '') for (const key of store.state.sshKeys) key.deletedAt ??= store.now();
      return done;
    },
    login() {
      const secret = store.secret(48);
      store.state.logins.push({ secret, createdAt: store.now() });
      return { tfa_secret: secret };
    },
    keys(body: JsonObject = {}) {
      const shape = v.object({
        permissions: v.nullish(noList(v.looseObject({ api: v.optional(named(v.unknown())) }))),
      });
      const permissions = readPermissions(readShape(shape, body).permissions);
      return { key: addKey(store, 'made by the control surface', permissions).value };
    },
    revoke(body: JsonObject) {
      const { key: value } = readShape(v.object({ key: text }), body);
      const key = store.state.keys.find((one) => one.value === value);
      if (key === undefined) return reject('not_found', 'there is no such key');
      key.revoked = true;
      return done;
    },
    expireSessions() {
      for (const session of store.state.sessions) session.expired = true;
      return done;
    },
    instance(id: number, body: JsonObject) {
      const now = store.settle();
      const given = readShape(instanceShape, body);
      const status = given.actual_status;
      let instance: InstanceRecord = livingInstance(store, id);
      if (given.outbid === true && !instance.bid) reject('bad_request', 'only a bid can be outbid');
      if (status !== undefined) instance = force(instance, status === 'auto' ? undefined : status, now);
      if (given.label !== undefined) instance = { ...instance, label: given.label };
      if (given.status_msg !== undefined) {
        const { statusMsg: _, ...rest } = instance;
        instance = given.status_msg === null ? rest : { ...rest, statusMsg: given.status_msg };
      }
      if (given.outbid === true) {
        const floor = instance.gpuPrice * assumptions.outbidFactor;
        instance = outbid(instance, now, Math.round(floor * 1e6) / 1e6);
      }
      if (given.outbid === false) instance = undisputed(store, instance, now);
      store.save(instance);
      return { ...done, instances: presentInstance(store, instance, now) };
    },
    offer(id: number, body: JsonObject) {
      const now = store.settle();
      const given = readShape(offerShape, body);
      if (store.market.facts(id) === undefined) return reject('not_found', `there is no offer ${id}`);
      const { dphBase, ...before } = store.state.offerOverrides[id] ?? {};
      const price = given.dph_base === undefined ? dphBase : (given.dph_base ?? undefined);
      const next: OfferOverride = {
        ...before,
        ...(given.rentable === undefined ? {} : { rentable: given.rentable }),
        ...(given.busy === undefined ? {} : { busy: given.busy }),
        ...(price === undefined ? {} : { dphBase: price }),
      };
      store.state.offerOverrides[id] = next;
      store.state.offerVersion++;
      if (next.busy !== true && next.rentable !== false) {
        const waits = (one: InstanceRecord) => isAlive(one) && one.offerId === id && one.waiting === 'host';
        for (const instance of store.state.instances.filter(waits)) {
          store.save(goOn(instance, now, hostOf(store, instance)));
        }
      }
      return done;
    },
    /** An offer as it stands; `dph_base` is what its GPU costs now, $/h. */
    offerNow(id: number) {
      const now = store.settle();
      if (store.market.facts(id) === undefined) return reject('not_found', `there is no offer ${id}`);
      const rentable = !isTaken(store, id, now);
      return { rentable, busy: isBusy(store, id), dph_base: offerPrice(store, id, now).dphBase };
    },
    /** What a volume costs from now on, $/GB/month. */
    volume(id: number, body: JsonObject) {
      store.settle();
      const { storage_cost } = readShape(volumeShape, body);
      const volume = store.state.volumes.find((one) => one.id === id && one.deletedAt === undefined);
      if (volume === undefined) return reject('not_found', `there is no volume ${id}`);
      if (storage_cost !== undefined) volume.storageCost = storage_cost;
      return done;
    },
    /** Every method is locked as by too many wrong codes (interface.md, Limits); `locked` says how many those are. */
    lockMethods() {
      const now = store.settle();
      const methods = store.state.methods.filter((one) => one.deletedAt === undefined);
      for (const one of methods) {
        Object.assign(one, lockedNow(assumptions.failuresBeforeLock[one.method], now));
      }
      return { ...done, locked: methods.length };
    },
    addFault(body: JsonObject) {
      const fault = readFault(body, store.nextId('fault'));
      store.state.faults.push(fault);
      return { ...done, id: fault.id };
    },
    faults: () => ({ faults: store.state.faults }),
    clearFaults() {
      store.state.faults = [];
      return done;
    },
    log: () => ({ requests: store.state.requests.map(({ keyId: _, ...entry }) => entry) }),
    ledger() {
      store.settle();
      return {
        charges: store.state.charges.map((line) => ({
          instance_id: line.volumeId === undefined ? line.instanceId : null,
          ...(line.volumeId === undefined ? {} : { volume_id: line.volumeId }),
          kind: line.kind,
          from: line.from / 1000,
          to: line.to / 1000,
          amount: line.amount,
        })),
        instances: store.state.instances.map((one) => ({
          id: one.id,
          label: one.label,
          created_at: one.createdAt / 1000,
          destroyed_at: one.destroyedAt === undefined ? null : one.destroyedAt / 1000,
        })),
      };
    },
  };
}

/** Nobody bids more any longer. */
function undisputed(store: Store, instance: InstanceRecord, now: number): InstanceRecord {
  const { bidFloor: _, ...rest } = instance;
  return instance.waiting === 'bid' ? goOn(rest, now, hostOf(store, instance)) : rest;
}
