import { manualClock } from '../base/clock.ts';
import { dollars, ratePerHour, runwaySpan, span } from '../base/format.ts';
import type { Instance } from '../client/wire.ts';
import { gpuLabel } from '../engine/instances/names.ts';
import { readInstance, sshTarget } from '../engine/instances/reading.ts';
import { canSsh } from '../engine/instances/rules.ts';
import { burn, offerCost, runway } from '../engine/money/money.ts';
import { buildSearchBody, describeFilters, parseQuery, withDefaults } from '../engine/offers/query.ts';
import { buildCreateRequest, emptyDraft } from '../engine/rent/rent-request.ts';
import type { CommandContext } from './cli/context.ts';
import { failure } from './cli/failure.ts';

const minute = 60_000;
/** interface.md suggests 10 s between looks at a boot. */
const pollMs = 10_000;
/** Far beyond any boot of the sandbox: then something is wrong with it. */
const bootLimitMs = 15 * minute;
const workMs = 90 * minute;
const pauseMs = 60 * minute;

/**
 * The main job without a terminal, on the embedded sandbox and through the real client: search, rent, boot, ssh
 * line, stop, destroy, and what it cost by the sandbox's own books. Its clock is moved by hand, so that hours of
 * renting take a moment.
 */
export async function demoCommand({ io, composition }: CommandContext): Promise<void> {
  const clock = manualClock(composition.clock.now());
  const began = clock.now();
  const { api, service } = await composition.openSandboxSession({ clock, seed: 1 });
  const tell = (what: string) => io.out(`${span(clock.now() - began).padStart(7)}  ${what}\n`);
  const also = (what: string) => io.out(`${' '.repeat(9)}${what}\n`);

  io.out(
    'rigdeck demo: the main job on the embedded sandbox. No account, no costs; the clock is sped up.\n\n',
  );
  const parsed = parseQuery('num_gpus=1 gpu_ram>=24 direct_port_count>=1 disk_space>=40');
  if (!parsed.ok) throw new Error(parsed.reason);
  const query = buildSearchBody({
    filters: withDefaults(parsed),
    type: 'on-demand',
    order: [['dph_total', 'asc']],
    limit: 5,
  });
  tell(`Search: ${describeFilters(query)}`);
  const { offers } = await api.searchOffers(query);
  for (const o of offers)
    also(`${o.id}  ${gpuLabel(o) ?? '·'}  ${ratePerHour(o.dph_total)}  ${o.geolocation ?? '·'}`);
  const [offer] = offers;
  if (offer === undefined) throw failure('refused', 'no_offers', 'The sandbox has no such offer.');

  const request = buildCreateRequest(
    {
      ...emptyDraft,
      image: 'pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime',
      disk: '40',
      label: 'demo',
      runtype: 'ssh_direct',
      cancelUnavail: true,
    },
    offer,
  );
  if (!request.ok) throw new Error(request.errors[0]?.message);
  const cost = offerCost(offer, { diskGb: 40 });
  tell(
    `Rent offer ${offer.id} with 40 GB of disk: GPU ${ratePerHour(cost.gpu)} and disk ${ratePerHour(cost.disk)}`,
  );
  const { new_contract: id } = await api.createInstance(offer.id, request.body);
  also(`rented: instance ${id}`);

  const running = await boot();
  const target = canSsh(running).ok ? sshTarget(running, composition.sshUser) : undefined;
  if (target === undefined) throw failure('instanceFailed', 'no_ssh', 'The sandbox gave no way to connect.');
  tell(`Connect: ${target.command}`);
  await money('Running');
  clock.advance(workMs);
  await api.stopInstance(id);
  tell(`Stop after ${span(workMs)} of work: compute billing halts, the disk is charged on`);
  clock.advance(pollMs);
  await money(readInstance(await look()).word);
  clock.advance(pauseMs);
  await api.destroyInstance(id);
  const { instances: gone } = await api.getInstance(id);
  tell(
    gone === null
      ? 'Destroy: the service confirms that it is gone; all billing ends'
      : 'Destroy: it is still listed',
  );
  books();

  async function look(): Promise<Instance> {
    const { instances: instance } = await api.getInstance(id);
    if (instance === null) throw failure('instanceFailed', 'instance_failed', `Instance ${id} is gone.`);
    return instance;
  }

  async function boot(): Promise<Instance> {
    let last = '';
    for (const end = clock.now() + bootLimitMs; clock.now() < end; clock.advance(pollMs)) {
      const instance = await look();
      const { word, kind, neverRuns, advice } = readInstance(instance);
      if (word !== last) tell(`Boot: ${word}`);
      last = word;
      if (kind === 'running') return instance;
      if (neverRuns)
        throw failure('instanceFailed', 'boot_failed', `Instance ${id} is ${word}. ${advice ?? ''}`);
    }
    throw failure('timedOut', 'timeout', `Instance ${id} did not reach running.`);
  }

  async function money(state: string): Promise<void> {
    const [{ credit }, { instances }] = [await api.currentUser(), await api.listInstances()];
    const { perHour } = burn(instances);
    const left = runway(credit, perHour, clock.now());
    const lasts = left === undefined || left === 'forever' ? '' : ` · ${runwaySpan(left.ms)} runway`;
    also(`${state}: ${dollars(credit)} credit · ${ratePerHour(perHour)} burn${lasts}`);
  }

  function books(): void {
    const charges = service.control.ledger().charges.filter((charge) => charge.instance_id === id);
    const total = (kind?: string) =>
      charges.filter((c) => kind === undefined || c.kind === kind).reduce((sum, c) => sum + c.amount, 0);
    tell(
      `Cost: GPU $${total('gpu').toFixed(4)} + disk $${total('disk').toFixed(4)} = $${total().toFixed(4)}`,
    );
    io.out('\nOpen the deck on the same sandbox with: rigdeck --sandbox\n');
  }
}
