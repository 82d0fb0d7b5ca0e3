import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { failureShape } from '../../scripts/json-shapes/commands.ts';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import type { FetchLike } from '../../src/client/transport.ts';
import { exitCodes } from '../../src/commands/cli/exit-codes.ts';
import { codeAdvice } from '../../src/engine/code-advice.ts';
import { tfaWorld } from '../commands/tfa-world.ts';
import type { Ran } from '../commands/world.ts';
import { endpointOf } from '../support/endpoint-of.ts';
import { beside, type CommandWay, commandWays } from './command-ways.ts';
import {
  calledEndpoints,
  hasActed,
  isRefusal,
  lateMs,
  type MatrixFault,
  titleOf,
  triedOf,
} from './faults.ts';

const { done, interrupted, refused, signedOut, network, outcomeUnknown, tooManyRequests } = exitCodes;
/** A write whose answer was lost says so in these words, whatever a look after it has found out. */
const foundOut = /No clear (?:reply|answer)/;

/** The exit codes that fit a fault (src/commands/cli/exit-codes.ts). */
function fitting(name: EndpointName, fault: MatrixFault, settled: boolean): readonly number[] {
  const { write, source } = endpoints[name];
  const { kind, status = 200, code } = fault;
  if (kind === 'delay' && fault.delay_ms !== lateMs) return [done];
  // A service may lack it; where it cannot be read the figures are printed, and are not whole.
  if (beside.has(name))
    return isRefusal(fault, name) && (status === 404 || code === 'not_found') ? [done] : [refused];
  if (isRefusal(fault, name)) {
    if (status === 401) return [signedOut];
    if (status === 429) return [tooManyRequests];
    if (code !== undefined && code !== 'auth_error' && name.startsWith('tfa'))
      return [codeAdvice[code].exitCode, ...(settled ? [refused] : [])];
    // A list that interface.md does not show may be told to be none.
    const none = !write && source === 'public' ? [done] : [];
    const denied = status === 403 || code === 'auth_error';
    return denied
      ? [signedOut, ...none]
      : status === 404 || code === 'not_found'
        ? [refused, ...none]
        : [refused];
  }
  // What was looked for after a lost write is told as what it is.
  if (write)
    return [outcomeUnknown, ...(hasActed(fault) ? [done] : []), ...(settled ? [refused, network] : [])];
  return kind === 'garbage' || (kind === 'html' && status === 200) ? [refused] : [network];
}

/** A world in which a command makes one call that goes wrong, again and again from the same beginning. */
async function matrixWorld(name: EndpointName, way: CommandWay) {
  const world = tfaWorld();
  const line = await way(world);
  const state = world.sandbox.snapshot();
  const folder = mkdtempSync(join(tmpdir(), 'rigdeck-matrix-'));
  cpSync(world.home, folder, { recursive: true });
  /** The same command line; the calls are counted that it makes of the endpoint. */
  async function run(fault?: MatrixFault): Promise<Ran & { sent: number }> {
    let sent = 0;
    const transport: FetchLike = (url, init) => {
      const { method = 'GET', body } = init;
      const { pathname: path } = new URL(url);
      if (endpointOf({ method, path, body: String(body ?? '') }) === name) {
        sent += 1;
        if (fault !== undefined) world.sandbox.control.addFault({ ...fault, method, path });
      }
      const answer = world.service(url, init);
      if (fault?.kind === 'hang' || fault?.delay_ms === lateMs)
        setImmediate(() => setImmediate(() => setImmediate(() => world.clock.expire())));
      return answer;
    };
    // An authenticator has another code.
    if (name.startsWith('tfa')) world.clock.advance(61_000);
    const { argv, options } = line();
    return { ...(await world.run([...argv, '--json'], { ...options, transport })), sent };
  }
  return {
    run,
    /** Does what a failure says that is to be done first, where it names a command. */
    async follow({ out }: Ran) {
      const first = /rigdeck (unsettled settle [\w-]+)/.exec(out)?.[1];
      if (first === undefined) return;
      world.clock.advance(61_000);
      expect((await world.run(first.split(' '))).err).not.toBe('');
    },
    apiKey: world.sandbox.apiKey,
    end: () => world.sandbox.control.clearFaults(),
    /** As if nothing had been done. */
    anew() {
      world.sandbox.restore(state);
      rmSync(world.home, { recursive: true, force: true });
      cpSync(folder, world.home, { recursive: true });
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

describe('the fault matrix of the commands', () => {
  const tried = calledEndpoints.filter((name) => typeof commandWays[name] === 'function');
  it.each(tried)('%s', { timeout: 300_000 }, async (name) => {
    const { run, follow, end, anew, apiKey, close } = await matrixWorld(
      name,
      commandWays[name] as CommandWay,
    );
    for (const fault of triedOf(name)) {
      const ran = await run(fault);
      end();
      const said = `${titleOf(fault)}: exit ${ran.exit}\n${ran.out}${ran.err}`;
      const settled = foundOut.test(ran.out + ran.err);
      expect(ran.out, said).toMatch(/^\{.*\}\n$/);
      // Whoever is asked what next goes on another way or gives up, and was told before.
      const wentOn = ran.asked.length > 1 && [done, interrupted].some((exit) => exit === ran.exit);
      if (wentOn) expect(ran.err, said).toMatch(/\. .*\.$/m);
      else expect(fitting(name, fault, settled), said).toContain(ran.exit);
      if (beside.has(name)) {
        expect(ran.json().complete, said).toBe(ran.exit === done);
        expect(ran.err === '', said).toBe(ran.exit === done);
      } else if (ran.exit !== done && !wentOn) {
        expect(v.safeParse(failureShape, ran.json()).issues, said).toBeUndefined();
        expect(ran.json().error, said).toMatchObject({
          message: expect.stringMatching(/^(rigdeck|[^a-z]).*[.!?]$/),
          next: expect.stringMatching(/^[A-Z].+/),
        });
      }
      expect(said).not.toMatch(/\n\s+at |a bug:|undefined|\[object|NaN/);
      expect(said).not.toContain(apiKey);
      const { write } = endpoints[name];
      // A write goes out once, whatever becomes of it; a read as often as its row allows.
      expect([1, ...(write ? [] : [2, 3])], said).toContain(ran.sent);
      if (write && ran.exit === done && !wentOn) expect(hasActed(fault), said).toBe(true);
      if (write && /"not_done"/.test(ran.out)) expect(hasActed(fault), said).toBe(false);
      // What was done cannot be done again; what was not is done by the same line, behind what the failure names.
      if (hasActed(fault)) anew();
      else await follow(ran);
      const again = await run();
      expect(again.exit, `${said}and then\n${again.out}${again.err}`).toBe(done);
      expect(again.sent).toBeGreaterThan(0);
      anew();
    }
    close();
  });
});
