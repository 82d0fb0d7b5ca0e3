/** No letter that another is taken for, and none that makes words. */
const tagLetters = '23456789bcdfghjkmnpqrstvwxz';
const tagLength = 6;

/** Whether a label is rigdeck's own mark and no name that a person gave. */
export const isTag = (label: string | undefined): boolean =>
  label !== undefined && /^rd-[2-9bcdfghjkmnp-tv-xz]{6}$/.test(label);

/** `rd-` and six of chance, other than every one of `taken`. `random` gives numbers from 0 to below 1. */
export function rentTag(random: () => number, taken: ReadonlySet<string>): string {
  const places = Array.from({ length: tagLength }, () => Math.floor(random() * tagLetters.length));
  for (let last = 0; ; last += 1) {
    const tag = `rd-${places
      .map((place, index) => tagLetters[(place + (index === tagLength - 1 ? last : 0)) % tagLetters.length])
      .join('')}`;
    if (!taken.has(tag) || last >= tagLetters.length) return tag;
  }
}
