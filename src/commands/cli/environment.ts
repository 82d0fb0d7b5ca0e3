/** A variable that rigdeck reads, or several that mean the same, and what it means. */
export type VariableRow = { names: readonly string[]; means: string };

/** Every environment variable that changes what rigdeck does: for docs/config.md, `help environment` and the manual. */
export const environment: readonly VariableRow[] = [
  { names: ['RIGDECK_API_KEY'], means: 'API key' },
  { names: ['RIGDECK_API_KEY_FILE'], means: 'File with the API key' },
  { names: ['RIGDECK_BASE_URL'], means: 'Base URL of the API' },
  { names: ['RIGDECK_PROFILE'], means: 'Profile to use' },
  { names: ['RIGDECK_READ_ONLY'], means: '`1` refuses all changes' },
  { names: ['RIGDECK_CONFIG_DIR'], means: 'Folder of settings, profiles and the key file' },
  { names: ['RIGDECK_THEME'], means: 'Color theme' },
  { names: ['RIGDECK_ASCII'], means: '`1` draws with ASCII only' },
  { names: ['RIGDECK_SCREEN_READER'], means: '`1` or `true` prints lines for a screen reader' },
  { names: ['INK_SCREEN_READER'], means: '`true` does the same' },
  { names: ['RIGDECK_REDUCED_MOTION'], means: '`1` hides spinners and updates clocks every 5 s' },
  { names: ['RIGDECK_CLIPBOARD'], means: 'How to copy (one of: `auto`, `native`, `osc52`, `off`)' },
  { names: ['RIGDECK_DEBUG'], means: '`1` logs requests; `api` logs bodies too, secrets masked' },
  { names: ['HTTPS_PROXY'], means: 'Proxy for HTTPS: an HTTP, HTTPS or SOCKS 5 URL' },
  { names: ['HTTP_PROXY'], means: 'Proxy for HTTP, and for HTTPS if no other is set' },
  { names: ['ALL_PROXY'], means: 'Proxy for both, where they have none' },
  { names: ['NO_PROXY'], means: 'Hosts to reach without a proxy (all four: any case)' },
  { names: ['NODE_EXTRA_CA_CERTS'], means: 'Extra CA certificates to trust' },
  { names: ['NO_COLOR'], means: 'Any value turns color off' },
  { names: ['FORCE_COLOR'], means: 'Color depth, `0` (off) to `3`; overrides the others' },
  { names: ['CLICOLOR'], means: '`0` turns color off' },
  { names: ['CLICOLOR_FORCE'], means: '`1` turns color on in a pipe too' },
  { names: ['VISUAL'], means: 'Editor for on-start scripts' },
  { names: ['EDITOR'], means: 'The same, if `VISUAL` is not set' },
  { names: ['XDG_CONFIG_HOME'], means: 'Where settings are (default `~/.config`)' },
  { names: ['XDG_STATE_HOME'], means: 'Where state and the log are (default `~/.local/state`)' },
  { names: ['XDG_CACHE_HOME'], means: 'Where caches are (default `~/.cache`)' },
];
