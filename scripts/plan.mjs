/**
 * Which script each part of the program lies in. What the first frame needs lies in program.js, as does all that no line
 * here names and nothing named here leads to alone.
 */

/** Modules of a folder by their names, without what ends these. */
const of = (folder, names) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${folder}/${name}.ts*`);

export const plan = {
  entry: 'src/program-parts.ts',
  /** Imported later, but still before the first frame stands. */
  first: ['src/composition.ts', 'src/start-deck.tsx', 'src/deck/bindings.ts'],
  /** By script the modules that are loaded when something of them is used, with what they alone lead to. */
  later: {
    // What a deck needs once it knows its account, or a person has pressed a key.
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
      ...of('src', 'accounts command-words edit-keys field-parts own-commands strokes wrap-parts'),
      ...of('src/client', 'clock-offset pace redact transport'),
      ...of('src/components', 'drain-bar grid'),
      ...of('src/credentials', 'base-url configured-base-url read-key-file sign-in store-failure'),
      ...of('src/deck', 'account-ports heard-calls not-kept profile-name session tfa-sessions'),
      ...of(
        'src/domain',
        `account-burn alerts best-price bid closest-name format format-number format-time gpu-name
        group-fields group-rows group-words history-words instance-burn instance-reading key-advice
        late-set lifecycle limits list-steps lost-creation money-spent next-offer pattern-advice
        permission-category query-order query-parse read-plan rent-match rent-once rent-tag rescue-move
        runway-alarm runway-change safe-regex sort-rows ssh-public-key state-news tfa-outcome tfa-place
        unkept-keys unsettled-words`,
      ),
      ...of(
        'src/hooks',
        `apply-search dismiss-message field-columns forget-account held-acts held-calls limit-book
        limit-watch list-settling note-down on-its-way-words reminders rent-settling report-failure
        rescue-ask rescue-seen searches-in-memory taken-over tfa-login use-bid use-groups`,
      ),
      ...of('src/local', 'file-words known-hosts line-of new-file ssh-public-files typed-path writer-lock'),
      'src/screens/offers/detail.ts',
      ...of('src/shell', 'freshness money-words on-its-way settle-menu'),
      ...of('src/terminal', 'clipboard editor hand-over own-command passthrough watchdog'),
    ],
    settings: [
      'src/local/config-keys.ts',
      'src/local/config-colours.ts',
      'src/local/config-commands.ts',
      'src/local/journal-schema.ts',
      'src/local/line-sum.ts',
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
      'src/shell/spoken-frame.tsx',
      ...of('src', 'spoken-glyphs spoken-marks spoken-text word-bounds'),
      'src/deck/own-bindings.ts',
      'src/deck/homes.ts',
      'src/deck/totp-drift.ts',
      'src/terminal/ran.ts',
      'src/terminal/open-link.ts',
      'src/terminal/ssh.ts',
    ],
    commands: ['src/commands/*-list.ts', 'src/commands/sandbox-flags.ts', 'node_modules/commander/esm.mjs'],
    sandbox: ['src/sandbox/index.ts', 'src/sandbox/run.ts'],
  },
  /** Where what several of these need lies. */
  shared: 'shared',
  /** Without a state of their own, and cut down to what is used of them: a copy in each script. */
  everywhere: ['node_modules/valibot/dist/index.mjs', 'node_modules/valibot/dist/index.js'],
};
