import { useEffect, useState } from 'react';
import { useServices } from '../../hooks/use-deck.ts';

/** A key that was shown is hidden again after this long. */
const revealMs = 10_000;

/** Shows a secret for a while, and only while `here` holds: whoever leaves the field has hidden it. */
export function useReveal(here: boolean): { shown: boolean; toggle: () => void } {
  const { clock } = useServices();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!here) setShown(false);
  }, [here]);
  useEffect(() => {
    if (!shown) return;
    const left = new AbortController();
    clock.sleep(revealMs, left.signal).then(
      () => setShown(false),
      () => {},
    );
    return () => left.abort();
  }, [shown, clock]);
  return { shown: shown && here, toggle: () => setShown((now) => !now) };
}
