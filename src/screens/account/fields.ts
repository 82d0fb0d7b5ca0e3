import type { HomeState, SignInPort } from '../../engine/services.ts';
import type { FieldSpec, Option } from '../../tui/form/form-state.ts';

/** What stands in the form now, and what of it can be used. */
export type Entered = {
  /** As it will be used; undefined while it cannot be. */
  url: string | undefined;
  key: string | undefined;
  /** What is wrong, or was put right, with what is typed; nothing about empty fields. */
  remarks: readonly Remark[];
};
export type Remark = { field: 'url' | 'key'; level: 'bad' | 'warn'; text: string };

type Cleaning = Pick<SignInPort, 'cleanBaseUrl' | 'cleanApiKey'>;

/** Reads the two text fields. A key is never put into a remark. */
export function readEntered(
  values: { url: string; key: string },
  { cleanBaseUrl, cleanApiKey }: Cleaning,
): Entered {
  const url = values.url.trim() === '' ? undefined : cleanBaseUrl(values.url);
  const key = values.key.trim() === '' ? undefined : cleanApiKey(values.key);
  const remarks: Remark[] = [];
  if (url?.ok === false) remarks.push({ field: 'url', level: 'bad', text: url.reason });
  if (key?.ok === false) remarks.push({ field: 'key', level: 'bad', text: key.reason });
  if (key?.ok === true && key.note !== undefined)
    remarks.push({ field: 'key', level: 'warn', text: key.note });
  return { url: url?.ok ? url.url : undefined, key: key?.ok ? key.key : undefined, remarks };
}

/** Why the key cannot be checked yet, and the field to go to; undefined when it can. */
export function missing(entered: Entered): { field: 'url' | 'key'; text: string } | undefined {
  const wrong = (field: 'url' | 'key') =>
    entered.remarks.find((r) => r.field === field && r.level === 'bad')?.text;
  if (entered.url === undefined) {
    return {
      field: 'url',
      text: wrong('url') ?? 'Give the base URL of the service, as https://api.example.com',
    };
  }
  if (entered.key === undefined) return { field: 'key', text: wrong('key') ?? 'Paste an API key first' };
  return undefined;
}

/** The home that is used when the person picks none: never a file, which only a person may choose (C030). */
export function defaultHome(homes: readonly HomeState[]): HomeState['home'] {
  return homes.some(({ home, usable }) => home === 'keychain' && usable) ? 'keychain' : 'memory';
}

/** The fields in their order. The homes can be chosen from once they are known. */
export function signInFields(given: {
  homes: readonly HomeState[] | undefined;
  mayEnter: boolean;
  go: () => void;
  sandbox: () => void;
  /** The key works, and two-factor is on: the person may verify at once. */
  verify?: (() => void) | undefined;
  /** There is a session whose key was refused: the service may take it again. */
  again?: (() => void) | undefined;
}): FieldSpec[] {
  const options = (given.homes ?? [])
    .filter(({ usable }) => usable)
    .map(({ home, label, note }): Option => ({ value: home, label, ...(note === '' ? {} : { hint: note }) }));
  return [
    { id: 'url', kind: 'text', label: 'Base URL', placeholder: 'https://' },
    { id: 'key', kind: 'text', label: 'API key', secret: true },
    ...(options.length === 0 ? [] : [{ id: 'home', kind: 'choice', label: 'Keep it in', options } as const]),
    ...buttons(given),
  ];
}

function buttons({
  mayEnter,
  go,
  sandbox,
  verify,
  again,
}: Pick<
  Parameters<typeof signInFields>[0],
  'mayEnter' | 'go' | 'sandbox' | 'verify' | 'again'
>): FieldSpec[] {
  const button = (id: string, text: string, press: () => void): FieldSpec => ({
    id,
    kind: 'button',
    label: '',
    text,
    press,
  });
  if (verify !== undefined) {
    return [button('verify', 'Verify and enter', verify), button('go', 'Enter without', go)];
  }
  return [
    button('go', mayEnter ? 'Enter' : 'Check and enter', go),
    ...(again === undefined ? [] : [button('again', 'Try the same key again', again)]),
    button('sandbox', 'Look around in the sandbox', sandbox),
  ];
}
