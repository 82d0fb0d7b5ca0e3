import { generateSync } from 'otplib';
import { makeWorld, type Ran, type RunOptions } from './world.ts';

type Status = { methods: { id: number; method: string; label: string; is_primary: boolean }[] } & {
  tfa_enabled: boolean;
  backup_codes_remaining: number;
};

/** A world of commands whose two-factor is set up through the commands themselves. */
export function tfaWorld() {
  const world = makeWorld();
  const { control } = world.sandbox;
  /** The code that the service sent last. */
  const sent = (): string => control.outbox().messages.at(-1)?.code ?? '';
  const totp = (secret: string): string =>
    generateSync({ secret, epoch: Math.floor(world.clock.now() / 1000) });
  /** A code of six digits that is not this one. */
  const wrong = (right: string): string => (right === '111111' ? '222222' : '111111');

  async function twoFactor(words: readonly string[], options: RunOptions = {}): Promise<Ran> {
    return world.run(['2fa', ...words], options);
  }
  const status = async (): Promise<Status> =>
    (await twoFactor(['status', '--json'])).json().tfa as unknown as Status;

  /** Adds an authenticator as a script does: proof by e-mail first, then the code that the secret gives. */
  async function addTotp(label = 'Phone app', ...flags: string[]) {
    let shown = '';
    const ran = await twoFactor(
      ['add', 'totp', '--label', label, '--method', 'email', '--code-stdin', ...flags],
      {
        // While the window for adding is still open no proof is asked for.
        stdin: () => (secretIn(shown) === '' ? sent() : totp(secretIn(shown))),
        onOut: (text) => {
          shown += text;
        },
      },
    );
    if (ran.exit !== 0) throw new Error(ran.err);
    const codes = [...ran.out.matchAll(/^\w{4}-\w{4}-\w{4}$/gm)].map(([code]) => code);
    return { ran, secret: secretIn(shown), codes, id: (await status()).methods.at(-1)?.id ?? 0 };
  }

  async function addSms(phone = '+15555550123') {
    const ran = await twoFactor(['add', 'sms', '--phone', phone, '--method', 'email', '--code-stdin'], {
      stdin: () => sent(),
    });
    if (ran.exit !== 0) throw new Error(ran.err);
    return { ran, id: (await status()).methods.at(-1)?.id ?? 0 };
  }

  return { ...world, control, sent, totp, wrong, twoFactor, status, addTotp, addSms };
}

/** The secret that `2fa add totp` has printed, without the blanks between its fours. */
export function secretIn(text: string): string {
  return /^secret +((?:[A-Z2-7]{1,4} ?)+)/m.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
}
