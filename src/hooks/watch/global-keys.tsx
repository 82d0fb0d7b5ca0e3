import { countdown, span, timeLeft } from '../../base/format-time.ts';
import type { Deck } from '../../engine/deck.ts';
import { forgetLacking } from '../../engine/lacking.ts';
import { dismissMessage } from '../../engine/messages.ts';
import { needsPerson } from '../../engine/money/agreed-price.ts';
import { dataOf } from '../../engine/read-health.ts';
import { callOffCurrent } from '../../engine/rescue/rescue-run.ts';
import { writeMessages } from '../../engine/write-messages.ts';
import { nameOf } from '../../engine/writes.ts';
import { visibleActions } from '../../tui/keys/layers.ts';
import { useLayer } from '../../tui/keys/use-layer.ts';
import { useStore } from '../../tui/use-store.ts';
import { readAgain } from '../live-reads.ts';
import { askToQuit } from '../quit-warning.ts';
import { useInstances } from '../resources.ts';
import { useAwaitingRescue } from '../use-awaiting-rescue.ts';
import { useDearer } from '../use-dearer.ts';
import { useDeck } from '../use-deck.ts';
import { useEachSecond } from '../use-now.ts';
import { usePending } from '../use-writes.ts';

/** The keys that work on every screen. Draws nothing. */
export function GlobalKeys() {
  const deck = useDeck();
  const session = useStore(deck.session);
  const { stack, previous } = useStore(deck.nav);
  const known = dataOf(useInstances());
  if (known !== undefined)
    Object.assign(deck.latest, { current: known.instances, missing: known.missing ?? 0 });
  const rows = known?.instances ?? [];
  const dearer = useDearer();
  const awaiting = useAwaitingRescue()?.instance.id;
  const needy = rows
    .filter((row) => needsPerson(row, dearer))
    // One that waits for an answer comes before one that waits for nothing.
    .sort((a, b) => Number(b.id === awaiting) - Number(a.id === awaiting));
  const lookingUp = useStore(deck.lookingUp);
  // A place is opened before the account is known; what it shows comes then.
  const signedOut = session !== undefined || lookingUp ? undefined : 'Sign in first';
  const quit = () => askToQuit(deck);
  const back = () => (stack.length > 1 ? deck.go({ go: 'back' }) : undefined);

  useEachSecond(() => {
    if (pausedMs(deck) === 0) deck.messages.settle(pauseNews);
  });

  const onCalls = stack.at(-1)?.screen === 'calls' ? 'These are the calls' : undefined;
  useLayer({
    kind: 'global',
    bindings: {
      'app.quit': { run: quit },
      'app.back': { run: () => (stack.length > 1 ? deck.go({ go: 'back' }) : quit()) },
      'app.escape': { run: () => (deck.messages.open() ? dismissMessage(deck) : back()) },
      'app.help': {
        run: () =>
          deck.open({
            kind: 'help',
            actions: visibleActions(
              deck.layers.get().map(({ current }) => current),
              deck.keymap,
            ),
          }),
      },
      'app.palette': { run: () => deck.open({ kind: 'palette' }) },
      'app.offers': { run: () => deck.go({ go: 'jump', route: { screen: 'offers' } }), blocked: signedOut },
      'app.instances': {
        run: () => deck.go({ go: 'jump', route: { screen: 'instances' } }),
        blocked: signedOut,
      },
      'app.copy': { run: () => deck.go({ go: 'jump', route: { screen: 'copy' } }), blocked: signedOut },
      'app.groups': { run: () => deck.go({ go: 'jump', route: { screen: 'groups' } }), blocked: signedOut },
      'app.security': {
        run: () => deck.go({ go: 'jump', route: { screen: 'security' } }),
        blocked: signedOut,
      },
      'app.money': { run: () => deck.go({ go: 'jump', route: { screen: 'money' } }), blocked: signedOut },
      'app.last': {
        run: () => deck.go({ go: 'last' }),
        blocked: previous === undefined ? 'There is no view before this one' : undefined,
      },
      'app.needs-you': {
        run: () => {
          // From one of them on to the one after it, round and round.
          const here = stack.at(-1);
          const at = here?.screen === 'instance' ? needy.findIndex(({ id }) => id === here.id) : -1;
          const next = needy[(at + 1) % needy.length];
          if (next === undefined) return;
          deck.go({ go: at === -1 ? 'push' : 'replace', route: { screen: 'instance', id: next.id } });
        },
        blocked: needy.length === 0 ? 'No machine needs you' : undefined,
      },
      'app.calls': { run: () => deck.go({ go: 'push', route: { screen: 'calls' } }), blocked: onCalls },
      'app.messages': { run: () => deck.open({ kind: 'messages' }) },
      'app.refresh': {
        run: () => {
          forgetLacking(deck.session.get());
          const { pausedMs, givenUpMs } = readAgain(deck);
          if (pausedMs > 0) sayPause(deck);
          else if (givenUpMs !== undefined)
            deck.messages.say('info', `No answer for ${span(givenUpMs)}: it is given up, and asked anew`);
        },
      },
      'app.undo': { run: () => takeBack(deck) },
      'app.repaint': { run: () => deck.services.terminal.repaint() },
      'app.suspend': {
        run: () => {
          deck.engine.get()?.writes.pause();
          void deck.services.terminal.suspend().then((note) => {
            deck.engine.get()?.writes.holdAgain(({ paused }) => paused === true);
            if (note) deck.messages.say('warn', note);
          });
        },
      },
    },
  });
  const waits = usePending().some(({ sending }) => !sending);
  useLayer(
    waits
      ? {
          kind: 'global',
          bindings: { 'held.send': { run: () => deck.engine.get()?.writes.sendNow() } },
        }
      : undefined,
  );
  return null;
}

/** What is said of a pause that the service asks for is true until the pause is over. */
const pauseNews = 'pause';

/** Says for how long the service wants no reads, once however often it is asked. */
const pausedMs = (deck: Deck): number => deck.session.get()?.api.limits().pausedMs ?? 0;

function sayPause(deck: Deck): void {
  const now = () => {
    const at = deck.services.clock.now();
    const paused = pausedMs(deck);
    const left = paused > 0 ? timeLeft(at + paused, at) : 0;
    return `The service asks for fewer requests: it can be asked again ${left > 0 ? `in ${countdown(left)}` : 'now'}`;
  };
  deck.messages.settle(pauseNews);
  deck.messages.say('warn', now(), { of: pauseNews, now });
}

/** What waits to be sent goes first: it alone cannot be taken back later. */
function takeBack(deck: Deck): void {
  const called = deck.engine.get()?.writes.cancelNewest();
  if (called === undefined && callOffCurrent(deck)) return;
  const undone = called === undefined ? deck.undo.pop() : undefined;
  if (called !== undefined) deck.messages.say('info', writeMessages.cancelled(nameOf(called)));
  else if (undone === undefined) deck.messages.say('info', 'There is nothing to undo');
  else if (undone !== 'dismissed message') deck.messages.say('info', `Undone: ${undone}`);
}
