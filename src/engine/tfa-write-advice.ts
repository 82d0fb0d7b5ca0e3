import type { EndpointName } from '../client/endpoints.ts';
import type { Outcomes } from './write.ts';

const untold = 'The request went out and no clear answer came back.';

/** A call that has a code sent, or a request for one begun, and carries no code itself. */
export const sendingFacts: Outcomes = {
  refused: '',
  unconfirmed: {
    title: 'It is not known whether a code was sent.',
    meaning: `${untold} No code was used up.`,
    next: 'Have another one sent; only the newest counts.',
  },
};

/** A call that carries a code. */
const withCode: Outcomes = {
  refused: '',
  unconfirmed: {
    title: 'It is not known whether the service did that.',
    meaning: untold,
    next: 'Read the status again before you repeat it; a code may be used up.',
  },
};

const own: Readonly<Partial<Record<EndpointName, Outcomes>>> = {
  tfaSendEmail: sendingFacts,
  tfaSendSms: sendingFacts,
  tfaResendSms: sendingFacts,
  tfaAuthorizeStart: sendingFacts,
  tfaTest: sendingFacts,
  tfaResend: sendingFacts,
  tfaTotpSetup: {
    refused: '',
    unconfirmed: {
      title: 'It is not known whether a new secret was made.',
      meaning: `${untold} No code was used up, and nothing was added.`,
      next: 'Ask for one again; only the newest counts.',
    },
  },
  tfaUpdate: {
    refused: '',
    unconfirmed: {
      title: 'It is not known whether the method was changed.',
      meaning: `${untold} No code was used up.`,
      next: 'Look at the methods before you change it again.',
    },
  },
};

/** The facts of a two-factor call, undefined for the one that only reads and for every other call. */
export function tfaWriteFacts(endpoint: string): Outcomes | undefined {
  if (Object.hasOwn(own, endpoint)) return own[endpoint as EndpointName];
  return /^tfa(?!Status$)/.test(endpoint) ? withCode : undefined;
}
