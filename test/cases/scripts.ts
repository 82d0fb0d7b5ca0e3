import type { Case } from './case.ts';

/** Without a terminal, groups of workers, and copies. */
export const scripts: readonly Case[] = [
  {
    id: 'C113',
    title: 'without a terminal the program ends in a trace',
    test: [
      'commands/program.test.ts',
      'C113 names rigdeck login and RIGDECK_API_KEY when nobody is signed in, and asks nothing of the service',
    ],
    source: 'src/credentials/sources.ts',
    anchor: "'Run rigdeck login, or set RIGDECK_API_KEY and RIGDECK_BASE_URL.'",
    instead: "''",
    also: [
      {
        test: ['commands/program.test.ts', 'C113 prints the status where it cannot'],
        source: 'src/commands/deck-or-status.ts',
        anchor: 'ports.deck.ok && !json',
        instead: 'ports.deck.ok || !json',
      },
      {
        test: [
          'pty/no-tty.test.ts',
          'C113 with %s no deck is drawn, and what is missing is said in one line',
        ],
        source: 'src/process-ports.ts',
        anchor: 'stdin.isTTY === true && stdout.isTTY === true',
        instead: 'true',
      },
    ],
  },
  {
    id: 'C114',
    title: 'a reader that has seen enough makes the program crash',
    test: ['commands/io.test.ts', 'C114 outlive a reader that goes away, without an error or another write'],
    source: 'src/commands/io.ts',
    anchor: "stream.on('error', onError);",
    also: [
      {
        test: ['commands/io.test.ts', 'C114 lose nothing when the reader has seen enough'],
        source: 'src/commands/io.ts',
        anchor: "if (code !== 'EPIPE') reason",
        instead: 'reason',
      },
      {
        test: ['commands/built-program.test.ts', 'C114 stops following, quietly, once nobody reads: %s, %s'],
        source: 'src/commands/pause.ts',
        anchor: 'return io.isRead();',
        instead: 'return true;',
      },
    ],
  },
  {
    id: 'C115',
    title: 'a script gets words in place of JSON, or an exit code that tells nothing',
    test: ['commands/program.test.ts', 'C115 %i: %s'],
    source: 'src/commands/failure.ts',
    anchor: 'printJson(io, { schema: 1, error: failureFields(ended) });',
    also: [
      {
        test: ['commands/program.test.ts', 'C115 an empty search is a result and no failure'],
        source: 'src/commands/offers.ts',
        anchor: 'if (json) return printJson(io, { schema: 1, offers });',
        instead: 'if (json && offers.length > 0) return printJson(io, { schema: 1, offers });',
      },
      {
        test: ['commands/program.test.ts', 'C115 %i: %s'],
        source: 'src/domain/key-advice.ts',
        anchor: "next: 'Sign in with a key that is good.',\n    exitCode: 4,",
        instead: "next: 'Sign in with a key that is good.',\n    exitCode: 1,",
      },
      {
        test: ['commands/program.test.ts', 'C115 %i: %s'],
        source: 'src/domain/error-advice.ts',
        anchor: 'exitCode: 9,',
        instead: 'exitCode: 1,',
      },
      {
        test: ['commands/program.test.ts', 'C115 6: no answer within the time'],
        source: 'src/commands/failure.ts',
        anchor: "return kind === 'shape' ? 'unreadable_answer' : kind;",
        instead: "return 'unreadable_answer';",
      },
      {
        test: ['commands/json.test.ts', 'C115 every command with --json prints one error object'],
        source: 'src/commands/failure.ts',
        anchor: 'return { code, message, next,',
        instead: 'return { message, next,',
      },
    ],
  },
  {
    id: 'C116',
    title: 'a group is made, and nobody learns that its workers cost',
    test: [
      'commands/groups.test.ts',
      'C116 gives the id, says what the workers may cost, that they are billed as instances, and where they are',
    ],
    source: 'src/commands/group-writes.ts',
    anchor: "io.say('Its workers are instances and are billed as such. See them: rigdeck instances');",
    also: [
      {
        test: [
          'commands/groups.test.ts',
          'C116 gives the id, says what the workers may cost, that they are billed as instances, and where they are',
        ],
        source: 'src/commands/group-writes.ts',
        anchor: 'if (cost !== undefined) io.say(cost.words);',
      },
      {
        test: [
          'commands/groups.test.ts',
          'C116 says what goes, what is billed on and where, and asks for the name',
        ],
        source: 'src/commands/group-delete.ts',
        anchor: 'for (const line of lossWords(row)) io.say(line);',
      },
      {
        test: [
          'commands/groups.test.ts',
          'C116 says what goes, what is billed on and where, and asks for the name',
        ],
        source: 'src/domain/group-words.ts',
        anchor: ' Workers that go on are billed as instances.`',
        instead: '`',
      },
    ],
  },
  {
    id: 'C117',
    title: 'fields that nobody touched are sent, and take the place of the defaults',
    test: ['domain/worker-group.test.ts', 'C117 holds what was typed and leaves the rest to the service'],
    source: 'src/domain/group-fields.ts',
    anchor: "if (typed.trim() === '') continue;",
    also: [
      {
        test: [
          'flows/groups.test.tsx',
          'C117 names its endpoint group or gives its id, its template by hash or id, or a search: one of each',
        ],
        source: 'src/domain/worker-group.ts',
        anchor: "touched('endpoint_name') && touched('endpoint_id')",
        instead: 'false',
      },
      {
        test: [
          'flows/groups.test.tsx',
          'C117 names its endpoint group or gives its id, its template by hash or id, or a search: one of each',
        ],
        source: 'src/domain/worker-group.ts',
        anchor: "touched('template_hash') && touched('template_id')",
        instead: 'false',
      },
      {
        test: [
          'flows/groups.test.tsx',
          'C116 C117 is reviewed with what is sent and what it may cost, sent once, and told with its id',
        ],
        source: 'src/screens/group-form/fields.ts',
        anchor: 'return usual ?? (kind',
        instead: 'return (kind',
      },
    ],
  },
  {
    id: 'C118',
    title: 'a copy is asked for in other words than the service takes',
    test: ['domain/cloud-copy.test.ts', 'C118 a cloud copy as it is filled in'],
    source: 'src/domain/cloud-copy.ts',
    anchor: 'selected: connection,',
    also: [
      {
        test: ['domain/cloud-copy.test.ts', 'C118 a cloud copy as it is filled in'],
        source: 'src/domain/cloud-copy.ts',
        anchor: 'instance_id: instance,',
        instead: 'instance_id: Number(instance) as unknown as string,',
      },
      {
        test: ['domain/cloud-copy.test.ts', 'C118 a cloud copy as it is filled in'],
        source: 'src/domain/cloud-copy.ts',
        anchor: "draft.direction === 'to-cloud' ? [instancePath, cloudPath] : [cloudPath, instancePath]",
        instead: '[instancePath, cloudPath]',
      },
    ],
  },
];
