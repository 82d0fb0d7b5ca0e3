import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusters, width } from '../../src/base/cells.ts';
import { closestName } from '../../src/base/closest-name.ts';
import { parseKey } from '../../src/base/key-text.ts';
import { readPermissions } from '../../src/engine/api-keys/permission-scopes.ts';
import { describePublicKey, isPrivateKey, readPublicKey } from '../../src/engine/api-keys/ssh-public-key.ts';
import { readWhen } from '../../src/engine/auto-stop/when.ts';
import { readPort } from '../../src/engine/connect/instance-ports.ts';
import { shellQuote } from '../../src/engine/connect/shell-quote.ts';
import { commandFlaw, readLabel } from '../../src/engine/instances/rules.ts';
import { actions } from '../../src/engine/keymap.ts';
import { readBid } from '../../src/engine/money/bid.ts';
import { suggestGpuName } from '../../src/engine/offers/gpu-name.ts';
import {
  explainQueryError,
  formatOrder,
  formatQuery,
  parseOrder,
  parseQuery,
  type QueryError,
} from '../../src/engine/offers/query.ts';
import { queryFields } from '../../src/engine/offers/query-fields.ts';
import { fromRecord, searchName } from '../../src/engine/offers/saved-search.ts';
import { keepable, remembered } from '../../src/engine/places.ts';
import { readEnvLines } from '../../src/engine/rent/env-lines.ts';
import { readFlagEnv } from '../../src/engine/rent/flag-env.ts';
import { readImageLogin } from '../../src/engine/rent/image-login.ts';
import { readPorts } from '../../src/engine/rent/port-list.ts';
import { readBase32 } from '../../src/engine/two-factor/base32.ts';
import {
  digitsOf,
  groupBackupCode,
  readBackupCode,
  readCode,
} from '../../src/engine/two-factor/code-input.ts';
import { readProvisioning } from '../../src/engine/two-factor/otpauth.ts';
import { readPhone } from '../../src/engine/two-factor/phone.ts';
import { strokeToEdit } from '../../src/tui/keys/edit-keys.ts';
import { textStrokes } from '../../src/tui/keys/strokes.ts';
import { compileFilter } from '../../src/tui/list/filter-rows.ts';
import { quoted, readCommand, withWord } from '../../src/tui/palette/palette-line.ts';
import { cleanText, edit, editState } from '../../src/tui/text/text-edit.ts';
import { viewport } from '../../src/tui/text/text-view.ts';
import { patience, tried } from './budget.ts';
import { harmIn, hostileText, hostileValue } from './hostile.ts';

const now = Date.UTC(2026, 10, 27, 12);

/** Everything that reads what a person has typed or pasted into a field of its own. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  readBid,
  readBase32,
  closestName: (text) => closestName(text, ['instances', text, '__proto__']),
  digitsOf,
  groupBackupCode,
  readBackupCode,
  readCode,
  readEnvLines,
  readFlagEnv,
  suggestGpuName: (text) => suggestGpuName(text, ['RTX 4090', text]),
  keepable,
  remembered: (text) => remembered([text], text),
  readImageLogin,
  commandFlaw,
  readLabel,
  readPort,
  readWhen: (text) => readWhen(text, { now, timeZone: 'Europe/Stockholm' }),
  readProvisioning,
  readPermissions,
  readPhone,
  readPorts,
  searchName,
  shellQuote,
  isPrivateKey,
  readPublicKey,
  describePublicKey,
  parseKey,
  fromRecord: (text) => fromRecord({ name: text, filter: text, order: text, [text]: text }),
};

/** Pieces of the small languages that people type, between anything else. */
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Object.keys(queryFields),
        ...Object.keys(actions),
        ...[
          'gpu',
          'ram',
          '=',
          '>=',
          '!=',
          '=>',
          '<>',
          ' in ',
          ' notin ',
          ' not in ',
          '[',
          ']',
          ',',
          '"',
          "'",
          '\\',
          '/',
          '!',
          ':',
        ],
        ...[
          'any',
          'null',
          'none',
          'true',
          '4090',
          'RTX_4090',
          '0.5',
          '-3',
          '1e9',
          '24GB',
          '30d',
          '535.86.05',
          '#',
          '(',
          ')+',
          '*',
          '{9}',
        ],
        ...[
          'in 3h',
          'at 18:00',
          'tomorrow',
          '$5',
          '-p 80:80',
          'A=b',
          '-e',
          'ssh-ed25519 AAAA',
          'otpauth://totp/',
          '%',
          '%zz',
          '?secret=',
        ],
        ...['ctrl+', 'alt+', 'shift+', 'f13', 'enter', 'RIGDECK_', '\n', '\r', '\t', ' '],
      ),
      hostileText,
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

const isWithin = (text: string, { at, length }: QueryError): void => {
  expect(Number.isInteger(at) && at >= 0 && at <= text.length, `${at} in ${JSON.stringify(text)}`).toBe(true);
  // At the end of a text something may be missing.
  expect(at + length).toBeLessThanOrEqual(Math.max(text.length, at + 1));
};

describe('whatever is typed', () => {
  it(
    'is read or refused in words by every reader of a field',
    () =>
      tried('typed: readers of fields', [fc.constantFrom(...Object.keys(readers)), typed], (name, text) => {
        const read = readers[name]?.(text);
        if (typeof read !== 'object' || read === null || !('reason' in read)) return;
        expect(String(read.reason)).not.toMatch(/undefined|\[object/);
      }),
    patience,
  );

  it(
    'a search says what is wrong at a place of its text, or is written back as what it means',
    () =>
      tried('typed: searches', [typed], (text) => {
        const read = parseQuery(text);
        if (!read.ok) {
          isWithin(text, read);
          expect(explainQueryError(text, read).split('\n')).toHaveLength(3);
        } else {
          const again = parseQuery(formatQuery(read.filters, read.removed));
          expect(again).toEqual({
            ok: true,
            filters: read.filters,
            removed: expect.arrayContaining(read.removed),
          });
        }
        const order = parseOrder(text);
        if (order.ok) expect(parseOrder(formatOrder(order.order))).toEqual(order);
        else isWithin(text, order);
      }),
    patience,
  );

  it(
    'a filter of rows says where it is wrong, or marks what is there',
    () =>
      tried('typed: filters of rows', [typed, fc.array(hostileText, { maxLength: 3 })], (text, cells) => {
        const columns = [
          { id: 'label', text: (row: string) => row },
          { id: 'price', text: () => '0.319', value: () => 0.319 },
        ];
        const filter = compileFilter<string>(text, columns);
        if (!filter.ok) {
          expect(filter.at >= 0 && filter.at <= text.length).toBe(true);
          return;
        }
        for (const cell of [...cells, 'a'.repeat(200)]) {
          filter.test(cell);
          let end = 0;
          for (const [from, to] of filter.marks('label', cell)) {
            expect(from >= end && to > from && to <= cell.length).toBe(true);
            end = to;
          }
        }
      }),
    patience,
  );

  it(
    'a command line keeps its words, however they are quoted',
    () => {
      const entries = [
        { label: 'Stop', names: ['stop'], takes: { what: 'an id', options: () => [], run: () => undefined } },
        { label: 'Quit', names: ['quit', 'q'] },
      ];
      return tried(
        'typed: command lines',
        [typed, fc.array(hostileText, { maxLength: 3 })],
        (text, words) => {
          readCommand(`stop ${text}`, entries);
          readCommand(text, entries);
          const plain = words.map((word) => word.replaceAll('"', '')).filter((word) => word.trim() !== '');
          const line = readCommand(`stop ${plain.map(quoted).join(' ')} x`, entries);
          if (line.kind === 'words') expect([...line.before, line.word]).toEqual([...plain, 'x']);
          withWord({ name: 'stop', before: words }, text);
        },
      );
    },
    patience,
  );
});

describe('whatever is pasted or typed into a text', () => {
  const steps = fc.array(
    fc.oneof(
      hostileText.map((insert) => ({ insert })),
      fc
        .constantFrom(
          'left',
          'right',
          'home',
          'end',
          'up',
          'down',
          'backspace',
          'delete',
          'ctrl+w',
          'ctrl+u',
          'ctrl+k',
          'alt+b',
          'alt+f',
          'alt+d',
          'enter',
        )
        .map((key) => ({ key })),
    ),
    { maxLength: 12 },
  );
  it(
    'leaves it clean, whole in its characters, and no wider than its room',
    () =>
      tried(
        'typed: texts with a cursor',
        [steps, fc.boolean(), fc.integer({ min: 1, max: 40 })],
        (all, multiline, cells) => {
          const options = { multiline };
          let state = editState('', options);
          for (const step of all) {
            const command = 'insert' in step ? step : strokeToEdit({ key: step.key }, options);
            if (command !== undefined) state = edit(state, command, options);
            expect(state.cursor >= 0 && state.cursor <= state.text.length).toBe(true);
            expect(cleanText(state.text, options)).toBe(state.text);
            expect(state.text).not.toMatch(
              multiline ? /[\x00-\x08\x0b-\x1f\x7f-\x9f]/ : /[\x00-\x1f\x7f-\x9f]/,
            );
          }
          if (!multiline) {
            const { before, under, after } = viewport(state, cells) as unknown as Record<
              'before' | 'under' | 'after',
              string
            >;
            expect(width(before + under + after)).toBeLessThanOrEqual(cells);
          }
          expect(clusters(state.text).join('')).toBe(state.text);
        },
      ),
    patience,
  );

  it(
    'keys that type are characters that can be seen',
    () =>
      tried('typed: strokes of a text', [hostileText], (text) => {
        for (const stroke of textStrokes(text))
          if (stroke.text !== undefined) expect(harmIn(stroke.text.replaceAll('\u200c', ''))).toBeUndefined();
      }),
    patience,
  );
});

describe('a record of searches.toml', () => {
  it(
    'of any shape is a search or a list of what is wrong with it',
    () =>
      tried(
        'typed: records of searches',
        [
          fc.dictionary(
            fc.constantFrom('name', 'type', 'filter', 'order', 'limit', 'watch', 'x', '__proto__'),
            fc.oneof(hostileValue, typed),
          ),
        ],
        (record) => {
          const read = fromRecord(record);
          if (!read.ok) expect(read.faults.length).toBeGreaterThan(0);
        },
      ),
    patience,
  );
});
