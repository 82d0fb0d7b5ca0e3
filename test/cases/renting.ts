import type { Case } from './case.ts';

/** Searches and what is rented from them. */
export const renting: readonly Case[] = [
  {
    id: 'C065',
    title: 'a filter that was lifted stays in force unseen',
    test: ['domain/query.test.ts', 'C065 verified=%s lifts the default filter'],
    source: 'src/domain/query-body.ts',
    anchor: '.filter(([name]) => !query.removed.includes(name))',
    also: [
      {
        test: ['domain/query-summary.test.ts', 'C065 the line says which default filters are not sent'],
        source: 'src/domain/query-summary.ts',
        anchor: "if (filter === undefined) return 'verified or not';",
        instead: 'if (filter === undefined) return undefined;',
      },
    ],
  },
  {
    id: 'C066',
    title: 'a search finds nothing, and nobody learns why',
    test: ['flows/loosen.test.tsx', 'C066 a search that finds nothing'],
    source: 'src/hooks/use-loosen.ts',
    anchor: "`In force: ${conditions.map(({ words }) => words).join(', ')}.`",
    instead: "''",
    also: [
      {
        test: ['flows/loosen.test.tsx', 'C066 a search that finds nothing'],
        source: 'src/screens/offers/counted.ts',
        anchor: "'No offer matches this search.'",
        instead: "''",
      },
      {
        test: ['flows/loosen.test.tsx', 'C066 a search that finds nothing'],
        source: 'src/screens/offers/commands.ts',
        anchor: "offer === undefined ? 'There is no offer here' : (taken ?? block)",
        instead: 'taken ?? block',
      },
      {
        test: ['flows/loosen.test.tsx', 'C066 a search that finds nothing'],
        source: 'src/hooks/use-loosen.ts',
        anchor:
          'run: () => deck.search.set((was) => ({ ...was, filters: without(was.filters, one.field) })),',
        instead: 'run: () => {},',
      },
    ],
  },
  {
    id: 'C067',
    title: 'GB are sent where the service counts MB, or the other way round',
    test: [
      'flows/groups.test.tsx',
      'C067 says at once what is wrong with a value, and takes GB with its letters',
    ],
    source: 'src/domain/group-fields.ts',
    anchor: '(\\d{1,6})\\s*(?:gb?)?$/i',
    instead: '(\\d{1,6})$/i',
    also: [
      {
        test: ['domain/worker-group.test.ts', 'C067 has every field in the units of the interface'],
        source: 'src/domain/group-fields.ts',
        anchor: 'value(Number(gigabytes))',
        instead: 'value(Number(gigabytes) * 1000)',
      },
      {
        test: [
          'screens/search-fields.test.ts',
          'C067 takes memory in GB and sends the MB that the service counts',
        ],
        source: 'src/domain/query-fields.ts',
        anchor: 'factor: 1000 }',
        instead: 'factor: 1 }',
      },
      {
        test: [
          'flows/groups.test.tsx',
          'C067 says at once what is wrong with a value, and takes GB with its letters',
        ],
        source: 'src/screens/group-form/fields.ts',
        anchor: 'return unit;',
        instead: 'return undefined;',
      },
    ],
  },
  {
    id: 'C068',
    title: 'a list ends at a limit that nobody sees',
    test: [
      'screens/search-form.test.tsx',
      'C068 sends exactly the body that it shows, and says where the limit ends the list',
    ],
    source: 'src/screens/offers/counted.ts',
    anchor: '`first ${total}, more may exist`',
    instead: '`${total}`',
    also: [
      {
        test: ['screens/search-fields.test.ts', 'C068 asks the service for the order'],
        source: 'src/screens/search/fields.ts',
        anchor: 'if (parsed.ok) return parsed.order;',
        instead: 'if (parsed.ok) return [];',
      },
    ],
  },
  {
    id: 'C069',
    title: 'a GPU in another spelling finds nothing',
    test: ['domain/query-summary.test.ts', 'C069 %s is matched to the exact name'],
    source: 'src/domain/gpu-name.ts',
    anchor: ' ?? names.find((name) => bareGpuName(name) === word)',
    also: [
      {
        test: ['domain/query-summary.test.ts', 'C069 a name that is not seen gets near ones'],
        source: 'src/domain/gpu-name.ts',
        anchor: 'const near = [...new Set([...starts, ...holds, ...spelled])]',
        instead: 'const near = [...new Set<string>()]',
      },
      {
        test: ['screens/search-fields.test.ts', 'C069 a GPU name'],
        source: 'src/screens/search/fields.ts',
        anchor: "gpuNameToSend(text('gpu_name'), seen)",
        instead: "text('gpu_name')",
      },
    ],
  },
  {
    id: 'C070',
    title: 'numbers are sorted as text',
    test: ['domain/sort-rows.test.ts', 'C070 a numeric column sorts as numbers, with unknown values last'],
    source: 'src/domain/sort-rows.ts',
    anchor: 'return Number(a) - Number(b);',
    instead: 'return String(a) < String(b) ? -1 : 1;',
    also: [
      {
        test: [
          'flows/offers.test.tsx',
          'C070 sorts a column as numbers, what is unknown last either way, and keeps that when the rows come anew',
        ],
        source: 'src/domain/sort-rows.ts',
        anchor: 'isUnknown(a.value) || isUnknown(b.value)',
        instead: 'false',
      },
    ],
  },
  {
    id: 'C071',
    title: 'values with blanks and mappings of ports are taken apart at the wrong places',
    test: ['domain/env-and-ports.test.ts', 'C071 keeps blanks in values and empty values'],
    source: 'src/domain/env-lines.ts',
    anchor: 'return match?.[2] ?? value;',
    instead: 'return value;',
    also: [
      {
        test: ['domain/env-and-ports.test.ts', 'C071 flags what is no assignment, and a name given twice'],
        source: 'src/domain/env-lines.ts',
        anchor: 'else if (env.has(name)) fail(`${name} is given twice`);',
      },
      {
        test: ['domain/env-and-ports.test.ts', 'C071 reads mappings apart by commas, blanks or lines'],
        source: 'src/domain/port-list.ts',
        anchor: 'return `-p ${host}:',
        instead: 'return `${host}:',
      },
      {
        test: ['domain/env-and-ports.test.ts', 'C071 refuses %s'],
        source: 'src/domain/port-list.ts',
        anchor: 'if (!isPort(host) || !isPort(container)) {',
        instead: 'if (false) {',
      },
    ],
  },
  {
    id: 'C072',
    title: 'an option is taken and has no effect',
    test: [
      'domain/rent-request.test.ts',
      'C072 a direct runtype on a machine without open ports is warned of',
    ],
    source: 'src/domain/rent-warnings.ts',
    anchor: 'offer?.direct_port_count === 0 &&',
    instead: 'false &&',
    also: [
      {
        test: [
          'domain/rent-request.test.ts',
          'C072 args_str goes with args only, onstart with everything else',
        ],
        source: 'src/domain/rent-request.ts',
        anchor: "const args = used(draft, 'args_str', draft.args.trim());",
        instead: 'const args = draft.args.trim();',
      },
    ],
  },
  {
    id: 'C073',
    title: 'half a registry login goes out, and the pull fails on a machine that is paid for',
    test: [
      'domain/rent-request.test.ts',
      'C073 half a registry login is refused without repeating the token',
    ],
    source: 'src/domain/image-login.ts',
    anchor: 'if (missing.length > 0)',
    instead: 'if (missing.length > 3)',
    also: [
      {
        test: [
          'components/field-lines.test.ts',
          'C073 never draws a secret, focused or not, beyond its last four letters',
        ],
        source: 'src/components/field-lines.ts',
        anchor: 'const hidden = field.secret === true && !reveal;',
        instead: 'const hidden = false;',
      },
      {
        test: ['domain/env-and-ports.test.ts', 'C073 is written in the form of the interface and read back'],
        source: 'src/domain/image-login.ts',
        anchor: '`-u ${user} -p ${token} ${registry}`',
        instead: '`-p ${token} -u ${user} ${registry}`',
      },
      {
        test: [
          'screens/rent-form.test.tsx',
          'C073 shows no token and no value of a variable, in the form or in the request',
        ],
        source: 'src/screens/rent/review.ts',
        anchor: '...(body.image_login === undefined ? {} : { image_login: hidden }),',
      },
    ],
  },
  {
    id: 'C074',
    title: 'what a script reads is mixed with words for people, or missing',
    test: [
      'commands/rent.test.ts',
      'C074 prints one JSON value with instance_id and new_contract, and nothing else',
    ],
    source: 'src/commands/rent.ts',
    anchor: ', new_contract: id',
    also: [
      {
        test: [
          'commands/rent.test.ts',
          'C074 prints one JSON value with instance_id and new_contract, and nothing else',
        ],
        source: 'src/commands/rent.ts',
        anchor: 'instance_id: id, new_contract',
        instead: 'new_contract',
      },
      {
        test: [
          'commands/rent.test.ts',
          'C074 prints one JSON value with instance_id and new_contract, and nothing else',
        ],
        source: 'src/commands/rent.ts',
        anchor: 'else {\n    io.out(io.outIsTerminal ?',
        instead: '{\n    io.out(io.outIsTerminal ?',
      },
    ],
  },
];
