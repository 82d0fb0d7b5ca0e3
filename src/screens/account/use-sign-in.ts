import { useEffect, useState } from 'react';
import { span } from '../../base/format-time.ts';
import { createStore } from '../../base/store.ts';
import { longMs, tooLongMs, waitLooks } from '../../engine/read-health.ts';
import type { HomeState, SecretHome } from '../../engine/services.ts';
import { openTfaLogin } from '../../engine/tfa-login.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useWaited } from '../../hooks/use-now.ts';
import { formState, valuesOf, withValue } from '../../tui/form/form-state.ts';
import { useTheme } from '../../tui/theme/theme.ts';
import { useStore } from '../../tui/use-store.ts';
import { enterSession } from './enter-session.ts';
import { defaultHome, missing, readEntered, signInFields } from './fields.ts';
import { wantsCode } from './result.ts';
import { useKeyCheck } from './use-key-check.ts';
import { useSameKey } from './use-same-key.ts';

/** The form of the screen and what its buttons do. The key lives in this component alone and goes with it. */
export function useSignIn(reason: string | undefined) {
  const deck = useDeck();
  const { still } = useTheme();
  const { signIn } = deck.services;
  const [store] = useState(() => {
    const before = deck.session.get();
    const url = (before?.sandbox === false ? before.baseUrl : signIn.knownBaseUrl) ?? '';
    return createStore(formState({ url, key: '', home: '' }, url === '' ? 'url' : 'key'));
  });
  const [homes, setHomes] = useState<readonly HomeState[]>();
  const [doing, setDoing] = useState<'keeping the key' | 'opening the sandbox'>();
  const checking = useKeyCheck();
  const state = useStore(store);

  // Asked for here and not by the program: the first frame waits for no keyring.
  useEffect(() => {
    let here = true;
    void signIn.homes().then((found) => {
      if (!here) return;
      setHomes(found);
      store.set((now) => withValue(now, 'home', defaultHome(found)));
    });
    return () => {
      here = false;
    };
  }, [signIn, store]);

  const typed = { url: state.texts.url?.text ?? '', key: state.texts.key?.text ?? '' };
  const entered = readEntered(typed, signIn);
  const same = useSameKey(reason, typed.key);
  const { last } = checking;
  // A result is about what was tried: it goes as soon as something else stands in the fields.
  const current = last?.apiKey === entered.key && last?.session.baseUrl === entered.url ? last : undefined;
  const mayEnter = current?.check.kind === 'works';

  const check = async () => {
    const lacks = missing(entered);
    if (lacks !== undefined) {
      form.focus(lacks.field);
      return deck.messages.say('warn', lacks.text);
    }
    // From here on the fields show what is really used.
    const [url, apiKey] = [entered.url as string, entered.key as string];
    store.set((now) => withValue(withValue(now, 'url', url), 'key', apiKey));
    const done = await checking.run(signIn.connect(url, apiKey), apiKey);
    if (done === undefined) return;
    form.focus(done.check.kind !== 'works' ? 'key' : wantsCode(done.check) ? 'verify' : 'go');
  };
  const enter = async ({ verify = false } = {}) => {
    if (current === undefined || doing !== undefined) return;
    if (homes === undefined) return deck.messages.say('info', 'The system keyring is being asked, a moment');
    setDoing('keeping the key');
    const home = valuesOf(store.get(), fields).home as SecretHome;
    const kept = await signIn.keep(current.session, current.apiKey, home);
    setDoing(undefined);
    const { instead } = kept;
    const left = homes.find((one) => one.home === instead)?.label;
    const wayOut = left === undefined ? '' : ` Enter continues with the key in ${left}.`;
    deck.messages.say(kept.ok ? (kept.level ?? 'info') : 'error', `${kept.text}${wayOut}`);
    if (instead !== undefined) store.set((now) => withValue(now, 'home', instead));
    if (!kept.ok) return;
    enterSession(deck, kept.session ?? current.session);
    if (verify) openTfaLogin(deck);
  };
  const go = () => void (mayEnter ? enter() : check());
  const verify = mayEnter && wantsCode(current.check) ? () => void enter({ verify: true }) : undefined;
  const sandbox = async () => {
    if (doing !== undefined) return;
    setDoing('opening the sandbox');
    const session = await signIn.openSandbox();
    setDoing(undefined);
    enterSession(deck, session);
  };
  const fields = signInFields({
    homes,
    mayEnter,
    go,
    sandbox: () => void sandbox(),
    verify,
    again: same.again,
  });
  const form = useForm(store, fields, go, checking.isAsking);
  const waited = useWaited(deck.local, checking.asking?.since, waitLooks(still));
  const waiting =
    checking.asking !== undefined
      ? askingWords(checking.asking.baseUrl, waited)
      : same.asking
        ? 'asking with the same key again'
        : doing;
  const asking = checking.asking !== undefined;
  return { form, fields, homes, entered, current, go, waiting, asking, giveUp: checking.giveUp };
}

/** Whose key it is is being asked: for how long, and once that is too long, how to get away. */
function askingWords(baseUrl: string, waitedMs: number): string {
  const time = waitedMs < longMs ? '' : `, ${span(waitedMs)}`;
  return `asking ${baseUrl} whose key this is${time}${waitedMs < tooLongMs ? '' : '. Esc gives it up'}`;
}
