import type { Advice, AdviceInput } from './advice.ts';

type Row = Pick<Advice, 'title' | 'next' | 'place'>;

// interface.md leaves the bodies of these refusals open, so codes and texts are judged together and the
// service's words are always shown beside what is made of them.
const rows: readonly { when: (words: string, status: number | undefined) => boolean; row: Row }[] = [
  {
    when: (words, status) => /no_such_ask/.test(words) || status === 404 || status === 409 || status === 410,
    row: {
      title: 'The offer is gone: somebody else has it, or it cannot start now.',
      next: 'Take the next comparable offer, or search again.',
      place: 'dialog',
    },
  },
  {
    when: (words, status) => status === 402 || /insufficient|credit|balance/i.test(words),
    row: {
      title: 'There is not enough credit for this.',
      next: 'Add credit in the web console, or choose a cheaper offer.',
      place: 'dialog',
    },
  },
  {
    when: (words) => /no_ssh_key/.test(words),
    row: {
      title: 'The account has no SSH key, and this launch mode needs one.',
      next: 'Add a public key to the account, then rent.',
      place: 'dialog',
    },
  },
  {
    when: (words) => /spend_rate_limit/.test(words),
    row: {
      title: 'The account may not spend faster for now.',
      next: 'Stop or destroy something, or rent later.',
      place: 'dialog',
    },
  },
];

/** The field that a refusal names, as `"disk" is missing or has the wrong type`. */
export function namedField({ code, msg }: AdviceInput): string | undefined {
  if (code === 'invalid_price') return 'price';
  return /"([a-z_]+)(?:[.[][^"]*)?"/.exec(msg ?? '')?.[1];
}

/** What a refused rent (4xx) means, undefined for a refusal that has nothing to do with renting. */
export function createAdvice(error: AdviceInput): (Row & { field?: string }) | undefined {
  const { code = '', msg = '', status } = error;
  const found = rows.find(({ when }) => when(`${code} ${msg}`, status));
  if (found !== undefined) return found.row;
  if (status !== 400 && status !== 422) return undefined;
  const field = namedField(error);
  return {
    title: 'The provider rejected the request.',
    next: 'Correct it and rent again.',
    place: 'field',
    ...(field === undefined ? {} : { field }),
  };
}
