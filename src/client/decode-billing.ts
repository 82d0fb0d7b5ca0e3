import { type Fields, isRecord, list, money, type Reader, readFields, text, time } from './fields.ts';
import type { Charge, ChargeItem } from './wire.ts';

const itemFields: Fields<ChargeItem> = {
  start: time,
  end: time,
  type: text,
  description: text,
  amount: money,
};

const metadata: Reader<{ label?: string }> = (value) =>
  isRecord(value) ? (readFields(value, { label: text }) as { label?: string }) : undefined;

const chargeFields: Fields<Charge> = {
  start: time,
  end: time,
  type: text,
  source: text,
  description: text,
  amount: money,
  metadata,
  items: list((value) => (isRecord(value) ? (readFields(value, itemFields) as ChargeItem) : undefined)),
};

export const readCharge: Reader<Charge> = (value) =>
  isRecord(value) ? (readFields(value, chargeFields) as Charge) : undefined;
