import type { Instance } from '../client/wire.ts';
import { readInstance, type SshAddress, sshTarget } from '../engine/instances/reading.ts';
import { canSsh } from '../engine/instances/rules.ts';
import type { CommandContext } from './cli/context.ts';
import { failure } from './cli/failure.ts';

/** Where an instance is reached by SSH, with the user of the configuration; a failure that says why where it is not. */
export function requireSsh({ composition }: CommandContext, instance: Instance): SshAddress {
  const can = canSsh(instance);
  const target = can.ok ? sshTarget(instance, composition.sshUser) : undefined;
  if (target !== undefined) return target;
  const reason = can.ok ? 'The provider has not sent an SSH address yet.' : can.reason;
  const failed = readInstance(instance).neverRuns;
  throw failure(
    failed ? 'instanceFailed' : 'refused',
    failed ? 'instance_failed' : 'no_ssh',
    reason,
    `See rigdeck instances ${instance.id}.`,
  );
}
