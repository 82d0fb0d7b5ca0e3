import { switchedOn } from './switched-on.ts';

/** How the program was started, as far as that says whether it may change anything. */
export type ReadOnlyGiven = {
  flag: boolean | undefined;
  /** RIGDECK_READ_ONLY. */
  variable: string | undefined;
  config: boolean | undefined;
  profile(name: string): boolean | undefined;
};

/**
 * Whether writes are refused: --read-only, RIGDECK_READ_ONLY, config.toml or the named profile says so, or somebody
 * has said it since. `refuseWrites` is for good: only a restart lets anything be changed again.
 */
export function readOnlySwitch(given: ReadOnlyGiven): {
  readOnly(profile?: string): boolean;
  refuseWrites(): void;
} {
  const { flag, variable, config, profile } = given;
  const started = flag === true || switchedOn(variable) || config === true;
  let refused = false;
  return {
    readOnly: (name) => refused || started || (name !== undefined && profile(name) === true),
    refuseWrites: () => {
      refused = true;
    },
  };
}
