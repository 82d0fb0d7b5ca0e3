import { dataOf } from '../engine/loadable.ts';
import { useUser } from './resources.ts';
import { useSession } from './use-deck.ts';

/** Whose account it is that something is about to happen to: `Profile main, me@example.com.`; undefined without one. */
export function useAccountWords(): string | undefined {
  const session = useSession();
  const email = dataOf(useUser())?.email;
  return session && `Profile ${session.profile}${email === undefined ? '' : `, ${email}`}.`;
}
