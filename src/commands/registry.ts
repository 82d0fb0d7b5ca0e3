import { buildProgram } from './command-list.ts';

/** Every command with its flags. What a registry names is loaded when it is first asked for: a deck without arguments needs none. */
export const commandLine = {
  get buildProgram() {
    return buildProgram;
  },
};
