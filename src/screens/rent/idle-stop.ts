import type { Deck } from '../../engine/deck.ts';
import type { Binding } from '../../engine/keymap.ts';
import { idleMinutes, idlePercent, idleSnippet, idleStopFacts, withIdleStop } from './idle-snippet.ts';

/** Offers a script for On start that stops the machine when it is idle, and shows it as soon as it stands there. */
export function idleStopBinding(
  deck: Deck,
  { onstart, runtype, set }: { onstart: string; runtype: string | undefined; set: (script: string) => void },
): Binding {
  const baseUrl = deck.session.get()?.baseUrl ?? '';
  const put = (minutes: number) => {
    const snippet = idleSnippet(baseUrl, { minutes, percent: idlePercent });
    set(withIdleStop(onstart, snippet));
    deck.open({
      kind: 'pager',
      title: `Stop after ${minutes} idle minutes`,
      lines: [...idleStopFacts, '', ...snippet.trimEnd().split('\n')],
    });
  };
  return {
    run: () =>
      deck.open({
        kind: 'menu',
        title: 'Stop when idle, also with rigdeck closed',
        entries: idleMinutes.map((minutes) => ({
          label: `after ${minutes} minutes`,
          hint: `each with every GPU below ${idlePercent} %`,
          run: () => put(minutes),
        })),
      }),
    blocked:
      runtype === 'args' ? 'With args the image has its own command, and On start is not run' : undefined,
  };
}
