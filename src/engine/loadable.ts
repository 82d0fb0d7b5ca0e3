import type { ApiError } from '../client/errors.ts';

/** What is known of something that is read from the service. A failure keeps the last good data. */
export type Loadable<T> =
  | { state: 'loading' }
  | { state: 'ready'; data: T }
  | { state: 'failed'; error: ApiError; last?: T };

/** The data to show, fresh or old; undefined while none ever came. */
export function dataOf<T>(loadable: Loadable<T>): T | undefined {
  return loadable.state === 'ready' ? loadable.data : loadable.state === 'failed' ? loadable.last : undefined;
}
