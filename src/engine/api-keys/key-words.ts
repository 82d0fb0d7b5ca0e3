import type { ApiKey } from '../../client/wire.ts';
import { mayCall, permissionCategories } from './permission-scopes.ts';

/** `misc, user_read, instance_read (part)`; undefined where the service tells no permissions. */
export function mayText({ permissions }: ApiKey): string | undefined {
  if (permissions === undefined) return undefined;
  if (permissions === null) return 'everything';
  const allowed = mayCall(permissions);
  const named = permissionCategories.filter((one) => allowed[one] !== 'none');
  if (named.length === 0) return 'nothing';
  return named.map((one) => (allowed[one] === 'part' ? `${one} (part)` : one)).join(', ');
}

export const keyName = ({ id, name }: Pick<ApiKey, 'id' | 'name'>): string =>
  name ? `${id} (${name})` : String(id);
