import type { ActionId, KeyName } from '../../engine/keymap.ts';
import type { Protection } from './protection.ts';

export const securityActs = [
  'security.add',
  'security.label',
  'security.primary',
  'security.codes',
  'security.remove',
  'security.verify',
  'security.sign-out',
] as const satisfies readonly ActionId[];
export type SecurityAct = (typeof securityActs)[number];

/** Everything that can stand in the way of a key of this screen. */
export type Standing = {
  readOnly: boolean;
  /** A 403 said in this session that the key may not write. */
  lacksWrite: boolean;
  /** Why there is no status; undefined when there is one. */
  trouble: string | undefined;
  protection: Protection | undefined;
  /** The method under the cursor. */
  method: { primary: boolean } | undefined;
  /** A change of a method is on its way. */
  pending: boolean;
  /** What the calls are sent with: the API key, a two-factor session in its place, or a web login without a key. */
  session: 'key' | 'verified' | 'web';
  keyName: KeyName;
};

const asking = 'The status is still being asked for';
const web = 'This is the session of a web login; it ends when rigdeck quits';

/** Why each key does nothing just now, a sentence; undefined where it works. */
export function blockedReasons(standing: Standing): Record<SecurityAct, string | undefined> {
  const { keyName } = standing;
  const oldKind = `This account uses old two-factor: make new backup codes first (${keyName('security.codes')})`;
  const off = `Two-factor is off: add a method first (${keyName('security.add')})`;
  const { readOnly, lacksWrite, trouble, protection, method, pending, session } = standing;
  const write = readOnly
    ? 'rigdeck is read-only: start it without that to change two-factor'
    : lacksWrite
      ? 'This key may not change two-factor: it most likely lacks the permission user_write'
      : undefined;
  const known = write ?? trouble ?? (protection === undefined ? asking : undefined);
  const none = protection === 'legacy' ? oldKind : protection === 'off' ? off : 'There is no method here';
  const onMethod = known ?? (method === undefined ? none : undefined);
  const idle = onMethod ?? (pending ? 'The last change is still on its way' : undefined);
  const isOff = protection === 'off';
  return {
    'security.add': known,
    'security.label': idle,
    'security.primary': idle ?? (method?.primary === true ? 'It is the primary method already' : undefined),
    'security.codes':
      known ?? (isOff ? 'Two-factor is off: backup codes come with the first method' : undefined),
    'security.remove': idle,
    // A login may be the very thing that makes the status readable; and a session that is refused may only have ended.
    'security.verify':
      (session === 'verified' && !readOnly ? undefined : write) ??
      (isOff ? 'Two-factor is off: there is nothing to verify with' : session === 'web' ? web : undefined),
    'security.sign-out':
      session === 'verified' ? undefined : session === 'web' ? web : 'No two-factor session is in use',
  };
}
