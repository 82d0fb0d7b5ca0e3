import type { UnkeptMark } from '../../engine/two-factor/unkept-codes.ts';
import type { Log } from '../log/log.ts';
import type { FileWrite } from './file-outcome.ts';
import { type Stamp, stampedFiles } from './stamped-file.ts';

/**
 * When new backup codes came that nobody has shown to be kept (epoch ms), by account. It outlives a crash and a power
 * cut, so that the person hears of the loss; no code is part of it.
 */
export type UnkeptCodes = {
  since(account: string): number | undefined;
  /** Everything that is remembered, by its name. */
  all(): Readonly<Record<string, number>>;
  note(account: string, at: number): Promise<FileWrite>;
  drop(account: string): Promise<FileWrite>;
};

const stamp: Stamp = { version: 1 };

/** Lasts for the run: what a sandbox beside a real account made is nothing to remember. */
export function unkeptCodesInMemory(): UnkeptCodes {
  const accounts = new Map<string, number>();
  return {
    since: (account) => accounts.get(account),
    all: () => Object.fromEntries(accounts),
    note: async (account, at) => {
      accounts.set(account, at);
      return { ok: true };
    },
    drop: async (account) => {
      accounts.delete(account);
      return { ok: true };
    },
  };
}

/** Opens unkept-codes.json; without a path it lasts for the run. */
export async function openUnkeptCodes(path: string | undefined): Promise<UnkeptCodes> {
  return path === undefined ? unkeptCodesInMemory() : unkeptCodesIn(path);
}

async function unkeptCodesIn(path: string): Promise<UnkeptCodes> {
  const first = await stampedFiles.read(path, stamp);
  let accounts = accountsIn(first.ok ? first.data : undefined);
  let last: Promise<unknown> = Promise.resolve();

  /** What another run wrote meanwhile stays. */
  async function change(of: (now: Record<string, number>) => Record<string, number>): Promise<FileWrite> {
    accounts = of(accounts);
    const write = async (): Promise<FileWrite> => {
      const written = await stampedFiles.change(path, stamp, (now) => ({ accounts: of(accountsIn(now)) }));
      if (written.ok || written.reason !== 'foreign') return written;
      return { ok: false, reason: 'failed', message: `${path} cannot be read and is left as it is.` };
    };
    const done = last.then(write);
    last = done;
    return done;
  }

  return {
    since: (account) => accounts[account],
    all: () => accounts,
    note: (account, at) => change((now) => ({ ...now, [account]: at })),
    drop: async (account) =>
      Object.hasOwn(accounts, account) ? change(({ [account]: _, ...others }) => others) : { ok: true },
  };
}

/** The mark of one account: two keys at one service are two. Failing to write it down stops nothing and is logged. */
export function accountMark(
  codes: UnkeptCodes,
  { baseUrl, keyId }: { baseUrl: string; keyId: string },
  log: Pick<Log, 'warn'>,
): UnkeptMark {
  const name = `${baseUrl} ${keyId}`;
  const warn = (done: FileWrite) => {
    if (!done.ok) log.warn('unkept backup codes not written down', { why: done.message });
  };
  return {
    since: () => codes.since(name),
    note: (at) => codes.note(name, at).then(warn),
    drop: () => codes.drop(name).then(warn),
  };
}

function accountsIn(data: Record<string, unknown> | undefined): Record<string, number> {
  const accounts = data?.accounts;
  if (typeof accounts !== 'object' || accounts === null) return {};
  return Object.fromEntries(
    Object.entries(accounts).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
