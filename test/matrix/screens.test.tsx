import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import { interfaceStatus } from '../../src/sandbox/errors.ts';
import { openDeck, simulatedTime, type TestDeck } from '../support/deck.tsx';
import { endpointOf } from '../support/endpoint-of.ts';
import {
  calledEndpoints,
  hasActed,
  isFull,
  isRefusal,
  lateMs,
  type MatrixFault,
  titleOf,
  triedOnScreen,
} from './faults.ts';
import { type ScreenWay, screenWays } from './screen-ways.ts';

simulatedTime();

/** Words of a read that fails: how old is what stands there, and when or how it is asked for again. */
const trouble =
  /last answer|STALE|last status|\ds old|retry in|asks? again|asking again|No newer answer|not accepted|may not|lists? no|knows no|has no|refused|answers nothing|not known|There are no|sent something wrong|\(provoked\)/;
/** Words of a write that was refused; what is not there any more counts as called off. */
const refusal =
  /refused|not accepted|may not|fewer requests|knows no|cannot do that|provoked|sent something wrong|could not do that|called off|already on its way|▲|✗/;
const unclear = /couldn't confirm|not known|no clear answer|Outcome unknown|No secret has come/i;

/** A deck on the way to one call, which goes wrong while `fault` is set. */
async function matrixDeck(name: EndpointName, { options }: ScreenWay) {
  const app = await openDeck(options);
  const calls = { sent: 0, last: 0 };
  const at: { fault: MatrixFault | undefined } = { fault: undefined };
  const service = app.sandbox.fetch;
  app.sandbox.fetch = async (request) => {
    const { method } = request;
    const { pathname: path } = new URL(request.url);
    if (endpointOf({ method, path, body: await request.clone().text() }) !== name) return service(request);
    calls.sent += 1;
    if (at.fault !== undefined) app.sandbox.control.addFault({ ...at.fault, method, path });
    const answer = await service(request);
    calls.last = answer.status;
    return answer;
  };
  const end = () => {
    at.fault = undefined;
    app.sandbox.control.clearFaults();
  };
  return { app, calls, at, end };
}

/** The deck draws itself whole: its title, its keys, and nothing that no sentence holds. */
function isAlive(app: TestDeck): void {
  const frame = app.frame();
  expect(app.ended(), app.text()).toBe(false);
  expect(frame[0], app.text()).toMatch(/^ rigdeck {2}/);
  expect(frame.at(-1), app.text()).toMatch(/^ \S+ [a-z]/);
  expect(app.text()).not.toMatch(/undefined|NaN|\[object/);
}

/** Longer than the deadline of any call where no answer comes. */
const patience = ({ kind, delay_ms: ms }: MatrixFault): number =>
  kind === 'hang' || ms === lateMs ? 65_000 : 15_000;

const ranOut = ({ code }: MatrixFault): boolean => code !== undefined && interfaceStatus[code] === 429;

const wayOf = (name: EndpointName): ScreenWay => screenWays[name] as ScreenWay;
const tried = calledEndpoints.filter((name) => typeof screenWays[name] === 'object');
const lists = tried.filter((name) => wayOf(name).shows !== undefined);
const acts = tried
  .filter((name) => wayOf(name).shows === undefined)
  .flatMap((name) =>
    triedOnScreen(name, 13).map((fault) => ({ name, fault, title: `${name}, ${titleOf(fault)}` })),
  );

/** Looks at Offers as somebody who comes in anew. */
async function lookAnew(app: TestDeck): Promise<void> {
  for (let tries = 0; tries < 5 && app.place().over !== undefined; tries += 1) await app.type('\x1b');
  app.lead({ go: 'jump', route: { screen: 'offers' } });
  await app.press('app.refresh');
  await app.advance(8_000);
}

describe('the fault matrix of the screens', () => {
  it.each(lists)('%s keeps its rows', { timeout: 300_000 }, async (name) => {
    const way = wayOf(name);
    const shows = way.shows as RegExp;
    const { app, calls, at, end } = await matrixDeck(name, way);
    await way.open(app);
    expect(app.text()).toMatch(shows);
    expect(app.prose()).not.toMatch(trouble);
    for (const fault of triedOnScreen(name, 6)) {
      const title = titleOf(fault);
      at.fault = fault;
      calls.sent = 0;
      await way.act(app);
      await app.advance(patience(fault));
      isAlive(app);
      const seen = `${title}\n${app.text()}`;
      expect(calls.sent, seen).toBeGreaterThan(0);
      const slow = fault.kind === 'delay' && fault.delay_ms !== lateMs;
      if (!slow) expect(`${title} ${app.prose()}`).toMatch(trouble);
      // What the service says no to may be none of its calls, or none of this key's.
      if (!isRefusal(fault, name) || fault.status === 429) expect(seen).toMatch(shows);
      end();
      if (app.place().screen === 'sign-in') {
        expect(seen).toContain('was not accepted');
        app.signIn();
        await way.open(app);
      } else await app.press('app.refresh');
      // What was too much is asked for less often.
      if (fault.status === 429 || ranOut(fault)) {
        await app.advance(180_000);
        await app.press('app.refresh');
      }
      await app.advance(12_000);
      isAlive(app);
      expect(app.text(), title).toMatch(shows);
      expect(`${title} ${app.prose()}`).not.toMatch(trouble);
    }
  });

  it.each(acts)('$title', { timeout: 300_000 }, async ({ name, fault }) => {
    const way = wayOf(name);
    const { write } = endpoints[name];
    const { app, calls, at, end } = await matrixDeck(name, way);
    await way.open(app);
    const before = app.said().length;
    calls.sent = 0;
    at.fault = fault;
    await way.act(app);
    await app.advance(patience(fault));
    isAlive(app);
    const said = [app.prose(), ...app.said().slice(before)].join('\n');
    const slow = fault.kind === 'delay' && fault.delay_ms !== lateMs;
    if (write && isRefusal(fault, name)) expect(said).toMatch(refusal);
    else if (write && !hasActed(fault)) expect(said).toMatch(unclear);
    else if (slow) expect(said).not.toMatch(unclear);
    if (write) expect(calls.sent, said).toBe(1);
    expect(calls.sent, said).toBeGreaterThan(0);
    end();

    // Ten minutes: polls go on, and nothing that was lost goes out again.
    const sent = calls.sent;
    if (isFull && !isRefusal(fault, name)) await app.advance(600_000);
    else await app.skip(590);
    isAlive(app);
    if (write) expect(calls.sent, app.text()).toBe(sent);
    await lookAnew(app);
    isAlive(app);
    expect(app.prose()).not.toMatch(/last answer|retry in/);

    // What is done about each code of a two-factor flow stands in tfa-errors.test.tsx.
    if (!isRefusal(fault, name) || name.startsWith('tfa')) return;
    await way.open(app);
    calls.sent = 0;
    await way.act(app);
    await app.advance(4_000);
    expect([calls.sent, calls.last], app.text()).toEqual([1, 200]);
  });
});
