import type { ApiError } from './client/errors.ts';

/** What is known of something that is read from the service. A failure keeps the last good data. */
export type Loadable<T> =
  | { state: 'loading' }
  | { state: 'ready'; data: T }
  | { state: 'failed'; error: ApiError; last?: T };

/** The data to show, fresh or old; undefined while none ever came. */
export function dataOf<T>(loadable: Loadable<T>): T | undefined {
  return loadable.state === 'ready' ? loadable.data : loadable.state === 'failed' ? loadable.last : undefined;
}

/** The same state of something derived from the data. */
export function mapLoadable<A, B>(loadable: Loadable<A>, map: (data: A) => B): Loadable<B> {
  switch (loadable.state) {
    case 'loading':
      return loadable;
    case 'ready':
      return { state: 'ready', data: map(loadable.data) };
    case 'failed':
      return {
        state: 'failed',
        error: loadable.error,
        ...(loadable.last === undefined ? {} : { last: map(loadable.last) }),
      };
  }
}
