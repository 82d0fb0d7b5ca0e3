/** A variable that rigdeck reads, or several that go together, and what it means. */
export type VariableRow = { names: readonly string[]; means: string };

/** Every variable of the environment that changes what rigdeck does: for the README, `help environment` and the manual. */
export const environment: readonly VariableRow[] = [
  { names: ['RIGDECK_API_KEY'], means: 'the API key' },
  { names: ['RIGDECK_API_KEY_FILE'], means: 'a file that holds the API key' },
  { names: ['RIGDECK_BASE_URL'], means: 'the address of the service' },
  { names: ['RIGDECK_PROFILE'], means: 'the profile to use' },
  { names: ['RIGDECK_READ_ONLY'], means: '`1` refuses everything that would change something' },
  { names: ['RIGDECK_CONFIG_DIR'], means: 'the folder of settings, profiles and the key file' },
  { names: ['RIGDECK_THEME'], means: 'the theme, as `--theme`' },
  { names: ['RIGDECK_ASCII'], means: '`1` draws with ASCII only' },
  {
    names: ['RIGDECK_SCREEN_READER', 'INK_SCREEN_READER'],
    means:
      '`1`, or `true` for the second, says everything in lines for a screen reader; `0` for the first does not',
  },
  { names: ['RIGDECK_REDUCED_MOTION'], means: '`1` shows no spinners and moves clocks every 5 s' },
  {
    names: ['RIGDECK_CLIPBOARD'],
    means: 'how to copy: `auto`, `native` (a program of the system), `osc52` (the terminal) or `off`',
  },
  {
    names: ['RIGDECK_DEBUG'],
    means: '`1` logs every call, without its contents; `api` also what it carries, secrets masked',
  },
  {
    names: ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'],
    means: 'the proxy (HTTP, HTTPS or SOCKS 5), in capitals or small letters',
  },
  { names: ['NODE_EXTRA_CA_CERTS'], means: "certificates to trust besides Node's own" },
  { names: ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR', 'CLICOLOR_FORCE'], means: 'colours' },
  { names: ['VISUAL', 'EDITOR'], means: 'the editor for on-start scripts' },
  {
    names: ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'],
    means: 'where the folders of settings, state and the cache are',
  },
];
