import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';
import { type ErrorCode, errorCodes } from '../../src/client/errors.ts';
import { faultKinds } from '../../src/sandbox/faults.ts';

/** A fault of the control surface, without the calls that it is to hit. */
export type MatrixFault = {
  kind: (typeof faultKinds)[number];
  status?: number;
  code?: ErrorCode;
  delay_ms?: number;
};

/** Behind the deadline of every call. */
export const lateMs = 90_000;
const statuses = [401, 403, 404, 429, 500, 502, 503] as const;
/** Codes that any endpoint may give; the two-factor calls share all of interface.md's table (Errors). */
const anywhere: readonly ErrorCode[] = ['bad_request', 'auth_error', 'not_found', 'service_unavailable'];

const of: Record<MatrixFault['kind'], (name: EndpointName) => MatrixFault[]> = {
  status: () => statuses.map((status) => ({ kind: 'status', status })),
  drop: () => [{ kind: 'drop' }],
  'drop-after': () => [{ kind: 'drop-after' }],
  delay: () => [
    { kind: 'delay', delay_ms: 2_000 },
    { kind: 'delay', delay_ms: lateMs },
  ],
  hang: () => [{ kind: 'hang' }],
  garbage: () => [{ kind: 'garbage' }],
  html: () => [{ kind: 'html' }, { kind: 'html', status: 502 }],
  truncate: () => [{ kind: 'truncate' }],
  error: (name) =>
    (name.startsWith('tfa') ? errorCodes : anywhere).map((code) => ({ kind: 'error' as const, code })),
};

/** Every fault that an endpoint is tried with: all kinds that the control surface knows. */
export const faultsOf = (name: EndpointName): MatrixFault[] => faultKinds.flatMap((kind) => of[kind](name));

export const titleOf = ({ kind, status, code, delay_ms: ms }: MatrixFault): string =>
  [kind, status, code, ms].filter((part) => part !== undefined).join(' ');

/** The calls that somebody makes: what took a deprecated path's place is called instead of it. */
export const calledEndpoints = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpoints[name].replacedBy === undefined,
);

/** Whether the service itself says no, and nothing is unclear. */
export const isRefusal = ({ kind, status = 200, code }: MatrixFault, name?: EndpointName): boolean =>
  (kind === 'status' && status < 500) ||
  (kind === 'error' && (code !== 'service_unavailable' || name?.startsWith('tfa') === true));

/** Whether the service does what it was asked, however its answer ends. */
export const hasActed = ({ kind }: MatrixFault): boolean =>
  kind === 'drop-after' || kind === 'delay' || kind === 'garbage' || kind === 'truncate';

/**
 * Whether the whole matrix is run (RIGDECK_MATRIX=full), and not the cross-section of it that every run can afford. Which
 * faults an endpoint meets in that follows from its place in the table, so that every run tries the same.
 */
export const isFull = process.env.RIGDECK_MATRIX === 'full';

/** Every `one`th of some faults, begun elsewhere for each endpoint, so that each fault meets some of them. */
const someOf = (faults: readonly MatrixFault[], one: number, name: EndpointName): MatrixFault[] => {
  const begin = calledEndpoints.indexOf(name);
  return faults.filter((_, index) => isFull || (index + begin) % one === 0);
};

/** The faults that a command is tried with: all kinds, and a quarter of the codes unless the whole matrix is run. */
export function triedOf(name: EndpointName): MatrixFault[] {
  const all = faultsOf(name);
  const codes = all.filter(({ kind }) => kind === 'error');
  return [...all.filter(({ kind }) => kind !== 'error'), ...someOf(codes, 4, name)];
}

/**
 * The faults that a screen is tried with: one in so many of all kinds and fewer of the codes, as a deck costs ten times
 * what a command does. Left to the whole matrix are the other faults of each screen, and ten minutes in which every
 * timer runs behind a write whose outcome is not known; otherwise these minutes are leapt over.
 */
export const triedOnScreen = (name: EndpointName, one: number): MatrixFault[] => {
  const all = faultsOf(name);
  const codes = all.filter(({ kind }) => kind === 'error');
  return [
    ...someOf(
      all.filter(({ kind }) => kind !== 'error'),
      one,
      name,
    ),
    ...someOf(codes, 4 * one, name),
  ];
};
