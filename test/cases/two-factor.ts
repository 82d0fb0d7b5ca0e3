import type { Case } from './case.ts';

/** Two-factor: codes, secrets and their limits. */
export const twoFactor: readonly Case[] = [
  {
    id: 'C042',
    title: 'a code that begins with zero loses it',
    test: ['domain/code-input.test.ts', 'C042 keeps its leading zeros, as text'],
    source: 'src/domain/code-input.ts',
    anchor: "return { kind: 'code', code: digits };",
    instead: "return { kind: 'code', code: String(Number(digits)) };",
    also: [
      {
        test: [
          'domain/tfa-flow.test.ts',
          'C042 a code goes out as text with its leading zeros, and without the blanks of a paste',
        ],
        source: 'src/domain/tfa-submit.ts',
        anchor: 'const { code } = reading;',
        instead: 'const code = String(Number(reading.code));',
      },
    ],
  },
  {
    id: 'C043',
    title: 'a code is refused as apps show it, with a blank in its middle',
    test: ['domain/code-input.test.ts', 'C043 is read as apps and people write it: %j'],
    source: 'src/domain/code-input.ts',
    anchor: "return asciiDigits(text).replace(/[^0-9]/g, '');",
    instead: 'return asciiDigits(text);',
    also: [
      {
        test: ['domain/code-input.test.ts', 'C043 is not guessed from %j'],
        source: 'src/domain/code-input.ts',
        anchor: 'if (digits.length === codeLength) return',
        instead: 'if (digits.length > 0) return',
      },
    ],
  },
  {
    id: 'C044',
    title: 'one mistyped code throws an enrolment back to its beginning',
    test: [
      'domain/tfa-flow.test.ts',
      'C044 a wrong code keeps secret and screen; the right one then works, with one totp-setup',
    ],
    source: 'src/domain/tfa-failure.ts',
    anchor: "'2fa_verification_failed': wrongCode,",
    instead: "'2fa_verification_failed': duplicate,",
    also: [
      {
        test: [
          'flows/tfa-entry.test.tsx',
          'C044 stays when a code was wrong: it is asked for once and confirmed twice',
        ],
        source: 'src/domain/tfa-failure.ts',
        anchor: 'return say(failure, { ...counted, insight });',
        instead: 'return newSecret(counted, at);',
      },
    ],
  },
  {
    id: 'C045',
    title: 'a lock of one method is told as one of the whole account, or as none',
    test: [
      'domain/tfa-flow.test.ts',
      'C045 a lock stops one method with a countdown, and lists the others first',
    ],
    source: 'src/domain/tfa-failure.ts',
    anchor: 'tfa_locked: locked,',
    instead: 'tfa_locked: again,',
    also: [
      {
        test: ['domain/tfa-flow.test.ts', 'C045 four limits are told apart'],
        source: 'src/domain/code-advice.ts',
        anchor: "{ ...tooManyTexts, title: 'The text message provider takes no more for now.' }",
        instead: 'tooManyTexts',
      },
    ],
  },
  {
    id: 'C046',
    title: 'a text that was never sent has to be waited for',
    test: [
      'domain/tfa-flow.test.ts',
      'C046 a text that failed starts no wait, and the number can be corrected',
    ],
    source: 'src/domain/tfa-failure.ts',
    anchor: 'twilio_error: again,',
    instead: 'twilio_error: textsOff,',
    also: [
      {
        test: [
          'flows/tfa-errors.test.tsx',
          'C046 begins no wait for a text that was not sent, and keeps the number to be corrected',
        ],
        source: 'src/screens/tfa/steps/phone.tsx',
        anchor: "run: () => flow.send({ kind: 'sendText' }),",
        instead: "run: () => flow.send({ kind: 'phone', text: '' }),",
      },
      {
        test: [
          'flows/tfa-errors.test.tsx',
          'C046 begins no wait for a text that was not sent, and keeps the number to be corrected',
        ],
        source: 'src/screens/tfa/steps/phone.tsx',
        anchor: '...(isAway ? [field.text] : drawField(field, cells, glyphs.caret))',
        instead: '',
      },
    ],
  },
  {
    id: 'C047',
    title: 'a code is checked against a request that a newer one has ended',
    test: [
      'domain/tfa-flow.test.ts',
      'C047 a code that is under way already is sent again by itself, and the newest secret counts',
    ],
    source: 'src/domain/tfa-failure.ts',
    anchor: 'tfa_challenge_exists: resendByItself,',
    instead: 'tfa_challenge_exists: again,',
    also: [
      {
        test: [
          'domain/tfa-flow.test.ts',
          'C047 a code that is under way already is sent again by itself, and the newest secret counts',
        ],
        source: 'src/domain/tfa-reply.ts',
        anchor: 'reply.secret ?? given ??',
        instead: 'given ?? state.sendings[key]?.challenge?.secret ??',
      },
      {
        test: [
          'domain/tfa-flow.test.ts',
          'C047 going back and coming again sends nothing while the code is good, and its age is shown',
        ],
        source: 'src/domain/tfa-send.ts',
        anchor: 'if (isLive(open.sendings[key], at))',
        instead: 'if (false)',
      },
      {
        test: [
          'domain/tfa-flow.test.ts',
          'C047 going back and coming again sends nothing while the code is good, and its age is shown',
        ],
        source: 'src/domain/tfa-clocks.ts',
        anchor: 'sentAgoMs: Math.max(0, at.now - sending.challenge.sentAt),',
        instead: 'sentAgoMs: 0,',
      },
    ],
  },
  {
    id: 'C048',
    title: 'a number without its country goes out, to a stranger at worst',
    test: ['domain/phone.test.ts', 'C048 is refused here, with an example: %j'],
    source: 'src/domain/phone.ts',
    anchor: "if (!bare.startsWith('+')) return no('The country code is missing: begin with a plus');",
    also: [
      {
        test: ['domain/phone.test.ts', 'C048 goes out in E.164, without the blanks, dashes and brackets'],
        source: 'src/domain/phone.ts',
        anchor: 'return { ok: true, phone: bare };',
        instead: 'return { ok: true, phone: text };',
      },
      {
        test: [
          'flows/tfa-enrol.test.tsx',
          'C048 is a phone: the number is shown before sending, and masked afterwards',
        ],
        source: 'src/screens/tfa/steps/phone.tsx',
        anchor: "[reading.phone, 'bold']",
        instead: "[field.text, 'bold']",
      },
      {
        test: ['domain/tfa-flow.test.ts', 'C048 is refused without its country, and sent in E.164'],
        source: 'src/domain/tfa-send.ts',
        anchor: 'body: { phone_number: reading.phone } };',
        instead: 'body: { phone_number: state.phone } };',
      },
      {
        test: ['domain/phone.test.ts', 'C048 is refused here, with an example: %j'],
        source: 'src/domain/phone.ts',
        anchor: ', as ${phoneExample}.',
      },
    ],
  },
  {
    id: 'C049',
    title: 'a secret with blanks, small letters or padding gives no code',
    test: ['domain/provisioning.test.ts', 'C049 gives the same code in every way of writing it'],
    source: 'src/domain/base32.ts',
    anchor: ".replace(/=+$/, '')",
    also: [
      {
        test: ['domain/provisioning.test.ts', 'C049 gives the same code in every way of writing it'],
        source: 'src/domain/base32.ts',
        anchor: '.toUpperCase()',
      },
      {
        test: ['domain/provisioning.test.ts', 'C049 gives the same code in every way of writing it'],
        source: 'src/domain/base32.ts',
        anchor: String.raw`.replace(/[\s\-‐‑–—_]/g, '')`,
      },
      {
        test: ['domain/provisioning.test.ts', 'C049 with a %s in it is refused, and it is said why'],
        source: 'src/domain/base32.ts',
        anchor: 'if (wrong === undefined) return { ok: true, secret };',
        instead: 'return { ok: true, secret };',
      },
    ],
  },
  {
    id: 'C050',
    title: 'the address behind a QR code is taken apart at the wrong colon',
    test: [
      'domain/provisioning.test.ts',
      'C050 with a colon and a blank in the issuer is read apart rightly',
    ],
    source: 'src/domain/otpauth.ts',
    anchor: "decode(value.replaceAll('+', ' ')).trim()",
    instead: "value.replaceAll('+', ' ').trim()",
    also: [
      {
        test: ['domain/provisioning.test.ts', 'C050 without an issuer has none'],
        source: 'src/domain/otpauth.ts',
        anchor: "...(issuer === '' ? {} : { issuer }),",
        instead: 'issuer,',
      },
    ],
  },
  {
    id: 'C051',
    title: 'a clock that is off makes good codes fail, and nobody learns of it',
    test: [
      'domain/tfa-flow.test.ts',
      'C051 says how far this computer is off, and shows what is left of the present code',
    ],
    source: 'src/domain/tfa-failure.ts',
    anchor: 'Math.abs(computerOffMs) > 30_000 ? { computerOffMs } : {}',
    instead: '{}',
    also: [
      {
        test: [
          'domain/tfa-flow.test.ts',
          'C051 says how far this computer is off, and shows what is left of the present code',
        ],
        source: 'src/domain/tfa-words.ts',
        anchor: 'computerOffMs !== undefined &&',
        instead: 'false &&',
      },
      {
        test: [
          'domain/tfa-flow.test.ts',
          'C051 says how far this computer is off, and shows what is left of the present code',
        ],
        source: 'src/domain/tfa-clocks.ts',
        anchor: 'leftMs: ring - mod(serviceNow(at), ring)',
        instead: 'leftMs: ring',
      },
      {
        test: [
          'domain/tfa-flow.test.ts',
          'C051 that would be right at another time names the clock of the device that shows it',
        ],
        source: 'src/domain/tfa-failure.ts',
        anchor: 'steps === undefined || steps === 0 ? {} : { codeOffSteps: steps }',
        instead: '{}',
      },
    ],
  },
  {
    id: 'C052',
    title: 'a QR code in the colours of a dark theme cannot be read',
    test: ['qr-blocks.test.ts', 'C052 it sets both colours where there are any: true ones, or 30 on 107'],
    source: 'src/qr-blocks.ts',
    anchor: 'return [{ text, color: black, backgroundColor: white }];',
    instead: 'return [{ text, color: black }];',
    also: [
      {
        test: [
          'qr-blocks.test.ts',
          'C052 it is not drawn where it does not fit, and says how much room it needs',
        ],
        source: 'src/qr-blocks.ts',
        anchor: 'return columns <= room.columns && rows <= room.rows;',
        instead: 'return true;',
      },
      {
        test: [
          'qr-blocks.test.ts',
          'C052 it is not drawn where it does not fit, and says how much room it needs',
        ],
        source: 'src/qr-blocks.ts',
        anchor: '[4, 2, 1] as const',
        instead: '[4, 2, 1, 0] as const',
      },
    ],
  },
  {
    id: 'C053',
    title: 'codes that are shown once are lost to a stray key',
    test: [
      'domain/tfa-flow.test.ts',
      'C053 nothing but the confirmation that they are kept lets new codes go',
    ],
    source: 'src/domain/tfa-flow-step.ts',
    anchor: "return event.kind === 'codesKept' ? codesKept(state, at) : heldBack(state, event);",
    instead: 'return byPerson(state, event as PersonEvent, at);',
    also: [
      {
        test: ['local/new-file.test.ts', 'C053 is new, whole, and readable by its owner alone'],
        source: 'src/local/new-file.ts',
        anchor: 'await file.chmod(0o600);',
        instead: 'await file.chmod(0o644);',
      },
    ],
  },
  {
    id: 'C054',
    title: 'an account of the old kind looks like any other',
    test: [
      'screens/security-methods.test.ts',
      'C054 legacy wins over on, and is told by the account or by on without any method',
    ],
    source: 'src/screens/security/protection.ts',
    anchor: "if (isLegacy({ status, tfaStatus: word })) return 'legacy';",
    also: [
      {
        test: [
          'flows/security.test.tsx',
          'C054 says LEGACY in plain words and offers new backup codes first',
        ],
        source: 'src/screens/security/head.ts',
        anchor: "legacy: { word: 'LEGACY', tone: 'warn' },",
        instead: "legacy: { word: 'ON', tone: 'warn' },",
      },
      {
        test: [
          'flows/security.test.tsx',
          'C054 says LEGACY in plain words and offers new backup codes first',
        ],
        source: 'src/screens/security/words.ts',
        anchor:
          "if (protection === 'legacy')\n    return [[`${glyphs.warn} Old two-factor: make new backup codes first (${codesKey}).`, 'warn']];",
      },
      {
        test: [
          'flows/security.test.tsx',
          'C054 says LEGACY in plain words and offers new backup codes first',
        ],
        source: 'src/screens/security/blocked.ts',
        anchor: "protection === 'legacy' ? oldKind : ",
      },
      {
        test: [
          'flows/security.test.tsx',
          'C054 says LEGACY in plain words and offers new backup codes first',
        ],
        source: 'src/screens/security/words.ts',
        anchor:
          "`${glyphs.warn} This account uses old two-factor${methods === 0 ? ': it is on, and lists no method' : ''}.`",
        instead: '`${glyphs.warn} This account is protected.`',
      },
    ],
  },
];
