import type { Parts } from '../../base/parts.ts';
import type { TfaMethod, TfaStatusReply } from '../../client/wire.ts';
import type { Deck } from '../../engine/deck.ts';
import type { Bindings } from '../../engine/keymap.ts';
import { labelLength, methodCount, type TfaGoal } from '../../engine/two-factor/tfa-flow.ts';
import { useDeck, useSession } from '../../hooks/use-deck.ts';
import { useMethodChanges } from '../../hooks/use-method-changes.ts';
import { useLacking } from '../../hooks/use-write.ts';
import type { ConfirmModal } from '../../tui/dialog/modal.ts';
import { type Glyphs, useTheme } from '../../tui/theme/theme.ts';
import { blockedReasons, type SecurityAct } from './blocked.ts';
import { methodName, type Protection } from './protection.ts';
import type { SecurityView } from './use-security.ts';

/** What the keys of the Security screen do. Whatever wants a code is a flow of its own, on the two-factor screen. */
export function useSecurityActs(
  { status, protection, trouble }: SecurityView,
  method: TfaMethod | undefined,
): Bindings<SecurityAct> {
  const deck = useDeck();
  const session = useSession();
  const { glyphs } = useTheme();
  const { change, pending } = useMethodChanges();
  const lacking = useLacking();
  const reasons = blockedReasons({
    keyName: deck.keyName,
    readOnly: session?.readOnly === true,
    lacksWrite: lacking.has('user_write'),
    trouble: status === undefined || trouble?.lasting === true ? trouble?.reason : undefined,
    protection,
    method: method && { primary: method.is_primary === true },
    pending,
    session: session?.keyless ? 'web' : session?.verified ? 'verified' : 'key',
  });
  const begin = (goal: TfaGoal) => deck.go({ go: 'push', route: { screen: 'tfa', goal } });
  const name = method === undefined ? '' : methodName(method, glyphs);
  const act = (id: SecurityAct, run: () => void) => ({ run, blocked: reasons[id] });

  return {
    'security.add': act('security.add', () =>
      deck.open({
        kind: 'menu',
        title: 'Add a method',
        entries: [
          {
            key: 't',
            label: 'authenticator app',
            hint: 'its codes need no network',
            run: () => begin({ kind: 'add', method: 'totp' }),
          },
          {
            key: 's',
            label: 'text message',
            hint: 'codes by SMS to a phone',
            run: () => begin({ kind: 'add', method: 'sms' }),
          },
        ],
      }),
    ),
    'security.label': act(
      'security.label',
      () =>
        method &&
        deck.open({
          kind: 'prompt',
          title: `Label of ${name}`,
          initial: method.label ?? '',
          limit: labelLength,
          run: (label) => change(method, { label }, `The label is now ${label || 'empty'}`),
        }),
    ),
    'security.primary': act(
      'security.primary',
      () => method && change(method, { is_primary: true }, `${name} is the primary method now`),
    ),
    'security.codes': act('security.codes', () =>
      deck.open(codesQuestion(status, protection, () => begin({ kind: 'regen' }))),
    ),
    'security.remove': act('security.remove', () => {
      if (method === undefined) return;
      const last = status !== undefined && methodCount(status) < 2;
      const goal: TfaGoal = { kind: 'remove', targetId: method.id, ...(last ? { turnOff: true } : {}) };
      deck.open(removeQuestion(method, last, glyphs, () => begin(goal)));
    }),
    'security.verify': act('security.verify', () => begin({ kind: 'login' })),
    'security.sign-out': act('security.sign-out', () => void endSession(deck)),
  };
}

/** Goes back to the API key. */
async function endSession(deck: Deck): Promise<void> {
  const session = deck.session.get();
  if (session === undefined) return;
  const next = await deck.services.signIn.withSessionKey(session, undefined);
  deck.session.set(next);
  deck.messages.say('info', 'The two-factor session is over; the API key is used again');
}

// Lines of a dialog that is sixty columns wide.
const proofFirst = 'Nothing is done before you prove that it is you.';

function codesQuestion(
  status: TfaStatusReply | undefined,
  protection: Protection | undefined,
  run: () => void,
): ConfirmModal {
  const left = status?.backup_codes_remaining;
  const unused = left === undefined ? '' : left === 1 ? ', 1 of them unused' : `, ${left} of them unused`;
  const body: Parts[] =
    protection === 'legacy'
      ? [
          [
            'Ten backup codes are made, shown once. The phone number on file becomes a method of the new kind.',
          ],
        ]
      : [
          ['Ten new ones are made, shown once.'],
          [[`The old ones end for ever${unused}:`, 'bold']],
          ['every copy of them that you have kept is then void.'],
        ];
  return {
    kind: 'confirm',
    action: 'security.codes',
    title: 'Make new backup codes?',
    body: [...body, [], [proofFirst]],
    no: protection === 'legacy' ? 'Not now' : 'Keep the old ones',
    yes: 'Go on',
    typed: 'new codes',
    run,
  };
}

function removeQuestion(method: TfaMethod, last: boolean, glyphs: Glyphs, run: () => void): ConfirmModal {
  const name = methodName(method, glyphs);
  const body: Parts[] = last
    ? [[['It is the last one: two-factor turns off, and all backup codes die with it.', 'bold']]]
    : [['It can no longer prove that it is you. Your other methods and the backup codes stay.']];
  return {
    kind: 'confirm',
    action: 'security.remove',
    title: `Remove ${name}?`,
    body: [...body, [], [proofFirst]],
    no: 'Keep it',
    yes: 'Go on',
    ...(last ? { typed: 'turn off' } : {}),
    run,
  };
}
