import type { Clock } from '../base/clock.ts';
import type { Act, Action, Agent, Answer, Event, Noting, Now, Step, Terms } from './agent.ts';
import type { JournalEvent } from './journal-events.ts';
import type { JournalPort } from './services.ts';

/** What all agents of an account share. */
export type DriverPorts = Pick<Now, 'readOnly' | 'isBusy'> & {
  clock: Pick<Clock, 'now'>;
  local: Clock;
  own(): number;
  journal: Pick<JournalPort, 'events' | 'claim'>;
  /** Resolves when it is on disk, or when it was reported that it is not. */
  note(event: Noting): Promise<unknown>;
  holdsLock(): boolean;
};

/** What the actions of one agent are carried out with. Only bugs throw. */
export type AgentPorts<T extends Terms> = {
  read(read: T['read']): Promise<T['answer']>;
  /** Sends it, once. Undefined if nothing was sent. */
  send(send: T['send']): Promise<T['sent'] | undefined>;
  say(say: T['say']): void;
  /** Whether it was shown. `answer` is called when the user agrees or closes it. */
  ask(ask: T['ask'], answer: (is: 'yes' | 'no') => void): boolean;
};

/** A driven agent. */
export type Driven<State, T extends Terms> = {
  state(): State;
  input(input: T['input']): void;
  /** Reports something about the agent's noun that the user did. */
  say(say: T['say']): void;
};

export type Driver = {
  drive<State, T extends Terms>(
    agent: Agent<State, T>,
    ports: AgentPorts<T>,
    before?: State,
  ): Driven<State, T>;
  /** Passes on the answer of a read. */
  answered(answer: Answer): void;
  /** Ticks every second from now on. */
  start(): void;
  /** Starts nothing new. The outcome of a send in flight is still noted and reported. */
  dispose(): void;
};

/** Reports a bug as an unhandled rejection, and lets everything else go on. */
async function unlessBug<Value>(work: () => Value): Promise<Awaited<Value> | undefined> {
  try {
    return await work();
  } catch (error) {
    void Promise.reject(error);
    return undefined;
  }
}

type Heard = ({ t: 'read' } & Answer) | { t: 'tick' };

/**
 * Carries out what the agents of one account decide: the only place where their actions have effects. A note is on disk
 * before what follows it, and the lock is claimed again before each send.
 */
export function createDriver(shared: DriverPorts): Driver {
  const { clock, local, own, journal } = shared;
  const end = new AbortController();
  const ended = end.signal;
  const agents: ((event: Heard) => void)[] = [];
  const tell = (event: Heard) => {
    for (const agent of agents) agent(event);
  };
  const answered = (answer: Answer) => tell({ t: 'read', ...answer });
  const now = (): Now => ({
    ...{ time: clock.now(), own: own(), holds: shared.holdsLock() },
    ...{ readOnly: shared.readOnly, isBusy: shared.isBusy },
  });

  async function eachSecond(): Promise<void> {
    while (!ended.aborted) {
      await local.sleep(1000 - (local.now() % 1000), ended);
      tell({ t: 'tick' });
    }
  }

  return {
    drive<State, T extends Terms>(agent: Agent<State, T>, ports: AgentPorts<T>, before?: State) {
      let folded: readonly JournalEvent[] = journal.events();
      let state = agent.begin(folded, before);
      const lanes = new Map<string, Action<T>[]>();

      function step(event: Event<T>): void {
        // The outcome of a send is noted and reported even after the end.
        if (ended.aborted && !('send' in event)) return;
        const events = journal.events();
        if (events !== folded) {
          folded = events;
          take(agent.step(state, { t: 'journal', events }, now()));
        }
        take(agent.step(state, event, now()));
      }

      function take({ state: next, actions }: Step<State, T>): void {
        state = next;
        for (const action of actions) {
          const lane = lanes.get(action.lane);
          if (lane !== undefined) lane.push(action);
          else void work(action);
        }
      }

      /** Works until the lane is empty. */
      async function work(first: Action<T>): Promise<void> {
        const lane = [first];
        lanes.set(first.lane, lane);
        for (let next: Action<T> | undefined = first; next !== undefined; next = lane[0]) {
          const action = next;
          await unlessBug(() => perform(action));
          lane.shift();
        }
        lanes.delete(first.lane);
      }

      async function perform(action: Action<T>): Promise<void> {
        if (ended.aborted && action.do !== 'note' && action.do !== 'say') return;
        switch (action.do) {
          case 'note':
            await shared.note(action.event);
            return;
          case 'say':
            return ports.say(action.say);
          case 'ask': {
            const { ask } = action;
            const shown = await unlessBug(() => ports.ask(ask, (t) => step({ t, ask })));
            return step({ t: 'done', ask, shown: shown ?? false });
          }
          case 'read': {
            const { read } = action;
            return step({ t: 'done', read, answer: await unlessBug(() => ports.read(read)) });
          }
          case 'send': {
            const { send } = action;
            return step({ t: 'done', send, sent: await unlessBug(() => sendOnce(action)) });
          }
        }
      }

      /** Undefined if nothing was sent. */
      async function sendOnce({ send, note, unlessBusy }: Extract<Act<T>, { do: 'send' }>) {
        const isFree = () => !ended.aborted && !(unlessBusy && shared.isBusy(...unlessBusy));
        // The lock may have been lost while the machine slept; another process may be driving.
        if (!(await journal.claim()).ok || !isFree()) return undefined;
        if (note !== undefined) await shared.note(note);
        return isFree() ? await ports.send(send) : undefined;
      }

      agents.push(step);
      return {
        state: () => state,
        input: (input) => step({ t: 'input', input }),
        say: ports.say,
      };
    },
    answered,
    start() {
      eachSecond().catch((error: unknown) => {
        if (!ended.aborted) throw error;
      });
    },
    dispose: () => end.abort(),
  };
}
