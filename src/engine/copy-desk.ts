import { createStore, type Store } from '../base/store.ts';
import { type FormState, formState, withValue } from '../tui/form/form-state.ts';
import type { CopyRecord } from './transfer/copy-progress.ts';

/** What is remembered of cloud copies in this run. */
export type CopyDesk = {
  /** The form as it was left. A key in it goes when it is sent, and when the screen is left. */
  form: Store<FormState>;
  /** The copies that the service was asked for, the newest last. */
  records: Store<readonly CopyRecord[]>;
  forgetKey(): void;
  /** Nothing of it is for another account. */
  clear(): void;
};

/** What stands in the form of a copy, by field id. */
const emptyCopy: Readonly<Record<string, string>> = {
  direction: 'to-cloud',
  instance_id: '',
  instance_path: '',
  cloud_path: '',
  selected: '',
  flags: '',
  api_key: '',
};

const empty = () => formState(emptyCopy, 'direction');

export function createCopyDesk(): CopyDesk {
  const form = createStore(empty());
  const records = createStore<readonly CopyRecord[]>([]);
  return {
    form,
    records,
    forgetKey: () => form.set((now) => withValue(now, 'api_key', '')),
    clear: () => {
      form.set(empty());
      records.set([]);
    },
  };
}
