import type { Instance } from '../../client/wire.ts';
import { type InstanceKind, readInstance } from './instance-reading.ts';
import { instanceName } from './names.ts';

/** An instance as a dialog named it. What is sent is checked against this, and never looked up by its place in a list. */
export type Target = {
  id: number;
  name: string;
  /** What it was when the dialog opened. */
  kind: InstanceKind;
  /** The list had it then; one that was rented a moment ago may not be there yet. */
  listed: boolean;
};

export function captureTarget(row: Instance, listed: readonly Instance[] | undefined): Target {
  return {
    id: row.id,
    name: onlyName(row, listed),
    kind: readInstance(row).kind,
    listed: listed?.some(({ id }) => id === row.id) ?? false,
  };
}

/** Its name, with its id where another has that name too. */
function onlyName(row: Instance, listed: readonly Instance[] = []): string {
  const name = instanceName(row);
  return listed.some((other) => other.id !== row.id && instanceName(other) === name)
    ? `${name} (${row.id})`
    : name;
}

/** A boot goes through its stages by itself: that is no news for whoever decided about it. */
const stage = (kind: InstanceKind): string =>
  kind === 'provisioning' || kind === 'loading' ? 'booting' : kind;

/**
 * Which targets are still as they were when the person decided, and of the others why they are left out, in words that
 * follow a name: `is running now`. One that a list does not show is gone only if the list is whole.
 */
export function recheckTargets(
  targets: readonly Target[],
  rows: readonly Instance[] | undefined,
  isWhole = true,
): { go: Target[]; left: { target: Target; why: string }[] } {
  const go: Target[] = [];
  const left: { target: Target; why: string }[] = [];
  for (const target of targets) {
    const row = rows?.find(({ id }) => id === target.id);
    if (row === undefined) {
      if (target.listed && rows !== undefined && isWhole) left.push({ target, why: 'is gone' });
      else go.push(target);
      continue;
    }
    const { kind, word } = readInstance(row);
    if (stage(kind) === stage(target.kind)) go.push(target);
    else left.push({ target, why: `is ${word} now` });
  }
  return { go, left };
}
