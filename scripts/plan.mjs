/**
 * Which script each part of the program lies in. What the first frame needs lies in program.js, as does all that no line
 * here names and nothing named here leads to alone.
 */
export const plan = {
  entry: 'src/program-parts.ts',
  /** Imported later, but still before the first frame stands. */
  first: ['src/composition.ts', 'src/start-deck.tsx', 'src/deck/bindings.ts'],
  /** By script the modules that are loaded when something of them is used, with what they alone lead to. */
  later: {
    // What a deck needs once it knows its account.
    account: [
      'src/client/client.ts',
      'src/hooks/use-instance-acts.ts',
      'src/hooks/rescue-run.ts',
      'src/hooks/limit-set.ts',
      'src/hooks/limit-keeper.ts',
      'src/hooks/send-acts.ts',
      'src/hooks/new-key.ts',
      'src/hooks/unfinished.ts',
      'src/deck/last-words.ts',
      'src/domain/error-advice.ts',
      'src/domain/write-advice.ts',
    ],
    settings: [
      'src/local/config-keys.ts',
      'src/local/config-colours.ts',
      'src/local/config-commands.ts',
      'src/local/journal-schema.ts',
      'node_modules/smol-toml/dist/index.js',
    ],
    screens: [
      'src/screens/[a-np-z]*/screen.tsx',
      'src/shell/palette.tsx',
      'src/shell/limit-dialog.tsx',
      'src/shell/compare.tsx',
      'src/shell/confirm.tsx',
      'src/shell/column-picker.tsx',
      'src/shell/help.tsx',
      'src/shell/menu.tsx',
      'src/shell/pager.tsx',
      'src/shell/phone-view.tsx',
      'src/shell/prompt.tsx',
      'src/shell/secret-prompt.tsx',
      'src/shell/sort-line.tsx',
      'src/shell/theme-menu.tsx',
      'src/fuzzy.ts',
      'src/domain/tfa-flow.ts',
      'src/deck/spoken-output.ts',
      'src/deck/own-bindings.ts',
      'src/deck/homes.ts',
      'src/deck/totp-drift.ts',
      'src/terminal/ran.ts',
      'src/terminal/open-link.ts',
      'src/terminal/ssh.ts',
    ],
    commands: ['src/commands/*-list.ts', 'node_modules/commander/esm.mjs'],
    sandbox: ['src/sandbox/index.ts', 'src/sandbox/run.ts'],
  },
  /** Where what several of these need lies. */
  shared: 'shared',
  /** Without a state of their own, and cut down to what is used of them: a copy in each script. */
  everywhere: ['node_modules/valibot/dist/index.mjs', 'node_modules/valibot/dist/index.js'],
};
