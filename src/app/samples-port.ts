import type { Composition } from '../commands/cli/context.ts';
import { sampleRules } from '../engine/money/samples.ts';
import type { SamplesPort, Session } from '../engine/services.ts';
import { openSamples, type SampleStore } from '../platform/files/samples.ts';

/**
 * The samples of each session. Accounts share one file, where each has series of its own; a sandbox beside them has its
 * own world and keeps nothing.
 */
export function samplesPorts({
  paths,
  clock,
  log,
}: Pick<Composition, 'paths' | 'clock' | 'log'>): (session: Session) => SamplesPort {
  let isWarned = false;
  const portOf = (store: SampleStore, isKept: boolean): SamplesPort => ({
    series: store.series,
    subscribe: store.subscribe,
    add: (at, of) =>
      void store.add(at, of).then((written) => {
        if (written.ok || !isKept || isWarned) return;
        isWarned = true;
        log.warn('samples not written', { why: written.message });
      }),
  });
  const { samples: path } = paths;
  const shared = portOf(
    openSamples({ clock, rules: sampleRules, ...(path !== undefined && { path }) }),
    path !== undefined,
  );
  const worlds = new WeakMap<object, SamplesPort>();
  return (session) => {
    if (!session.sandbox) return shared;
    const world = session.rehearsal ?? session.api;
    const known = worlds.get(world) ?? portOf(openSamples({ clock, rules: sampleRules }), false);
    worlds.set(world, known);
    return known;
  };
}
