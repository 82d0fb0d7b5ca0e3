import type { Readable, Writable } from 'node:stream';

/** The argument with which rigdeck starts itself as the keyring child. */
export const keychainArgument = '__keychain';

export type KeychainRequest =
  /** Reads an entry that does not exist: shows whether a keyring answers, and never asks a person anything. */
  | { op: 'probe'; service: string }
  | { op: 'get'; service: string; account: string }
  | { op: 'set'; service: string; account: string; secret: string }
  | { op: 'delete'; service: string; account: string }
  | { op: 'list'; service: string };

export type KeychainReply =
  | { ok: true; value: string | null | boolean | string[] }
  /** `load`: the library itself is not there or does not start on this system. */
  | { ok: false; stage: 'load' | 'call'; error: string };

type Keytar = Pick<
  typeof import('keytar'),
  'getPassword' | 'setPassword' | 'deletePassword' | 'findCredentials'
>;

/**
 * The whole life of the keyring child: one JSON request on standard input, one JSON line back. The library runs
 * in a process of its own because a call to a keyring that does not answer blocks its process for 50 s, its exit
 * included; a child can be killed. Secrets travel through the pipe only, never as arguments or variables.
 */
export async function runKeytarChild(options: {
  stdin: Readable;
  stdout: Writable;
  load?: () => Promise<Keytar>;
}): Promise<void> {
  const reply = await answer(options.stdin, options.load ?? loadKeytar);
  await new Promise<void>((resolve) => {
    options.stdout.write(`${JSON.stringify(reply)}\n`, () => resolve());
  });
}

async function answer(stdin: Readable, load: () => Promise<Keytar>): Promise<KeychainReply> {
  let keytar: Keytar;
  try {
    keytar = await load();
  } catch (error) {
    return { ok: false, stage: 'load', error: textOf(error) };
  }
  try {
    let text = '';
    for await (const chunk of stdin.setEncoding('utf8')) text += chunk;
    return { ok: true, value: await perform(parseRequest(text), keytar) };
  } catch (error) {
    return { ok: false, stage: 'call', error: textOf(error) };
  }
}

async function perform(request: KeychainRequest, keytar: Keytar) {
  switch (request.op) {
    case 'probe':
      await keytar.getPassword(request.service, 'probe');
      return true;
    case 'get':
      return keytar.getPassword(request.service, request.account);
    case 'set':
      await keytar.setPassword(request.service, request.account, request.secret);
      return true;
    case 'delete':
      return keytar.deletePassword(request.service, request.account);
    case 'list':
      return (await keytar.findCredentials(request.service)).map((c) => c.account);
  }
}

function parseRequest(text: string): KeychainRequest {
  try {
    return JSON.parse(text) as KeychainRequest;
  } catch {
    // The parser's own message may quote the text, and with it a secret.
    throw new Error('the request cannot be read');
  }
}

async function loadKeytar(): Promise<Keytar> {
  const module: Keytar & { default?: Keytar } = await import('keytar');
  // Node sees only some of the functions of this CommonJS module as named exports; the default one is whole.
  return module.default ?? module;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
