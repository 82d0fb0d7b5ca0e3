/** A variable that rigdeck reads, or several that go together, and what it means. */
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
  {
    names: ['RIGDECK_SCREEN_READER', 'INK_SCREEN_READER'],
    means: '`1` (or `true` for the second) prints lines for a screen reader',
  },
  { names: ['RIGDECK_REDUCED_MOTION'], means: '`1` hides spinners and updates clocks every 5 s' },
  {
    names: ['RIGDECK_CLIPBOARD'],
    means: 'How to copy (one of: `auto`, `native`, `osc52`, `off`)',
  },
  {
    names: ['RIGDECK_DEBUG'],
    means: '`1` logs requests; `api` logs bodies too, secrets masked',
  },
  {
    names: ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'],
    means: 'Proxy: HTTP, HTTPS or SOCKS 5 (upper or lower case)',
  },
  { names: ['NODE_EXTRA_CA_CERTS'], means: 'Extra CA certificates to trust' },
  { names: ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR', 'CLICOLOR_FORCE'], means: 'Turn color off or on' },
  { names: ['VISUAL', 'EDITOR'], means: 'Editor for on-start scripts' },
  {
    names: ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'],
    means: 'Folders of settings, state and cache',
  },
];
