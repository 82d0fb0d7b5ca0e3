import type { Advice, AdviceInput } from './advice.ts';
import { namedField } from './create-advice.ts';

type Row = Pick<Advice, 'title' | 'next' | 'place' | 'field'>;

/** Which side of the copy a field of the body stands for depends on the direction; the form finds it by these. */
const next = 'Correct it and start the copy again.';

/** What a refused copy (4xx) means, undefined for a refusal that has nothing to do with copying. */
export function copyAdvice(error: AdviceInput): Row | undefined {
  const { endpoint, status = 0, code = '', msg = '' } = error;
  const words = `${code} ${msg}`;
  if (endpoint === 'cancelCloudCopy' && status === 404) {
    return {
      title: 'Nothing is being copied there.',
      next: 'The status of the instance says how the last copy ended.',
      place: 'message',
    };
  }
  if (endpoint !== 'cloudCopy') return undefined;
  if (status === 404)
    return { title: 'The service knows no such instance.', next, place: 'field', field: 'instance_id' };
  if (status !== 400 && status !== 422) return undefined;
  if (/\bVM\b/i.test(words))
    return {
      title: 'There is no cloud copy for a VM.',
      next: 'Copy over SSH instead.',
      place: 'field',
      field: 'instance_id',
    };
  // Such services are known for a 400 that does not say what is missing, when the connection is.
  const field = namedField(error) ?? (/connection|integration/i.test(words) ? 'selected' : undefined);
  const hint = field === undefined ? 'Check the connection and both paths, then start it again.' : next;
  return {
    title: 'The service does not accept this copy.',
    next: hint,
    place: 'field',
    ...(field === undefined ? {} : { field }),
  };
}
