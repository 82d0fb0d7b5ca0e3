/** Starts other programs: the one place where this process lets go of them. */

import { spawn } from 'node:child_process';
import type { Spawn } from './child.ts';

/** Variables of this process that are nobody else's business, in capitals. */
const secrets: readonly string[] = ['RIGDECK_API_KEY'];

/** An environment for another program. Names are compared in capitals, as Windows has one variable for all of them. */
export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.includes(name.toUpperCase())));

/** `spawn` for every program there is, ssh, an editor and the keyring child among them: none is handed the API key. */
export const startProgram: Spawn = (command, args, options) =>
  spawn(command, [...args], { ...options, env: withoutSecrets(options.env ?? process.env) });
