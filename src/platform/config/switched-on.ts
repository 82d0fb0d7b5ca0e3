/** Whether a variable that switches something on does so: set, and not to a word for no. */
export function switchedOn(value: string | undefined): boolean {
  return !['', '0', 'false', 'no', 'off'].includes((value ?? '').trim().toLowerCase());
}
