import { useRef, useState } from 'react';
import { countdown } from '../../domain/format-time.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useShownNow } from '../../hooks/use-now.ts';
import type { Session } from '../../services.ts';
import { type Check, readCheck, worthAsking } from './result.ts';

export type Checked = { session: Session; apiKey: string; check: Check };

/** How many ms are left of the pause for which a check was refused; undefined where none was. */
export function useCheckPause(checked: Checked | undefined): number | undefined {
  const error = checked?.check.kind === 'trouble' ? checked.check.error : undefined;
  const left = () => (error?.waitMs === undefined ? undefined : checked?.session.api.heldMs(error.endpoint));
  useShownNow(() => countdown(left()));
  return left();
}

/**
 * Tries a key with harmless reads, when the person asks and never before. A second start while one runs is ignored;
 * `asking` is the base URL meanwhile.
 */
export function useKeyCheck(): {
  last: Checked | undefined;
  asking: string | undefined;
  run: (session: Session, apiKey: string) => Promise<Checked | undefined>;
} {
  const [last, setLast] = useState<Checked>();
  const [asking, setAsking] = useState<string>();
  const running = useRef(false);
  const user = useCommand((session: Session) => session.api.currentUser(), []);
  const instances = useCommand((session: Session) => session.api.listInstances(), []);
  const run = async (session: Session, apiKey: string) => {
    if (running.current) return undefined;
    running.current = true;
    const { baseUrl, source, keyTail, readOnly } = session;
    setAsking(baseUrl);
    setLast(undefined);
    try {
      const who = await user.run(session);
      if (who === undefined) return undefined;
      const list = worthAsking(who) ? await instances.run(session) : undefined;
      const check = readCheck({
        baseUrl,
        source,
        keyTail,
        readOnly,
        user: who,
        ...(list === undefined ? {} : { instances: list }),
      });
      const checked = { session, apiKey, check };
      setLast(checked);
      return checked;
    } finally {
      running.current = false;
      setAsking(undefined);
    }
  };
  return { last, asking, run };
}
