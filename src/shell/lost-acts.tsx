import { useLostAttaching, useLostLabels } from '../hooks/lost-acts.ts';
import { useInstances } from '../hooks/resources.ts';
import { dataOf } from '../loadable.ts';

/** Says of acts on instances whose answer was lost what became of them, on whatever screen. Draws nothing. */
export function LostActs() {
  const known = dataOf(useInstances())?.instances;
  useLostLabels(known);
  useLostAttaching(known);
  return null;
}
