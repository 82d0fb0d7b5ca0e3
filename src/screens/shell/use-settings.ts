import { closestName } from '../../base/closest-name.ts';
import { themeNamed, themeNames } from '../../base/theme-colours.ts';
import type { Deck } from '../../engine/deck.ts';
import { pollSeconds } from '../../engine/reads.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import type { MenuEntry } from '../../tui/dialog/modal.ts';
import type { Option } from '../../tui/palette/palette-line.ts';
import { type Theme, useTheme } from '../../tui/theme/theme.ts';
import { goReadOnly } from './go-read-only.ts';

/** Either what is so from now on, or why not; a sentence both times. */
type Told = { said: string } | { wrong: string };

/** Something that `:set` changes until rigdeck ends. */
type Setting = {
  /** As in config.toml. */
  name: string;
  what: string;
  now(): string;
  values: readonly Option[];
  set(value: string): Told;
};

const onOff: readonly Option[] = [{ word: 'on' }, { word: 'off' }];
const yes = ['on', 'true', 'yes', '1'];
const no = ['off', 'false', 'no', '0'];
const kept = (name: string, value: string) =>
  `until rigdeck ends. ${name} = ${value} in config.toml keeps it so`;

/** A setting that is on or off. */
function toggle(
  row: Omit<Setting, 'values' | 'set' | 'now'> & { isOn: boolean; set(on: boolean): Told },
): Setting {
  const { name, what, isOn, set } = row;
  return {
    ...{ name, what, values: onOff },
    now: () => (isOn ? 'on' : 'off'),
    set: (value) => {
      const word = value.toLowerCase();
      if (yes.includes(word)) return set(true);
      return no.includes(word) ? set(false) : { wrong: `${name} is on or off: "${value}" is neither` };
    },
  };
}

/** Every setting that can be changed while the deck runs, a row each. */
function settings(deck: Deck, theme: Theme): readonly Setting[] {
  const { wishes } = deck.palette;
  const seconds = () => wishes.get().refresh ?? deck.services.refresh ?? pollSeconds.instances;
  return [
    {
      name: 'refresh',
      what: 'seconds between reads of your instances, 0 for by hand',
      now: () => String(seconds()),
      values: [0, 10, 20, 30, 60].map((word) => ({
        word: String(word),
        ...(word === 0 && { note: 'by hand, with r' }),
      })),
      set: (value) => {
        if (!/^\d+(\.\d+)?$/.test(value) || Number(value) > 86_400)
          return { wrong: `refresh is a number of seconds up to 86400, 0 for by hand: "${value}" is none` };
        wishes.set((was) => ({ ...was, refresh: Number(value) }));
        const how =
          Number(value) === 0
            ? 'Nothing is read by itself now: press r'
            : `Instances are read every ${Number(value)} s now, and the rest keeps step`;
        return { said: `${how}, ${kept('refresh', value)}.` };
      },
    },
    {
      name: 'theme',
      what: 'colours of the deck',
      now: () => deck.theme.get(),
      values: themeNames.map((word) => ({ word })),
      set: (value) => {
        const name = themeNamed(value);
        if (name === undefined)
          return { wrong: `There is no theme ${value}: there are ${themeNames.join(', ')}` };
        deck.theme.set(name);
        return { said: `Theme ${name} now, ${kept('theme', `"${name}"`)}.` };
      },
    },
    toggle({
      name: 'bell',
      what: 'be called while you look elsewhere',
      isOn: deck.bell.get(),
      set: (on) => {
        deck.bell.set(on);
        const how = on ? 'You are called while you look elsewhere' : 'Nothing rings or calls you now';
        return { said: `${how}, until rigdeck ends.` };
      },
    }),
    toggle({
      name: 'ascii',
      what: 'draw with ASCII only',
      isOn: theme.ascii,
      set: (on) => {
        wishes.set((was) => ({ ...was, ascii: on }));
        return {
          said: `Drawn ${on ? 'with ASCII only' : 'with Unicode'} now, ${kept('ascii', String(on))}.`,
        };
      },
    }),
    toggle({
      name: 'reduced_motion',
      what: 'nothing on the screen moves by itself',
      isOn: theme.still,
      set: (on) => {
        wishes.set((was) => ({ ...was, still: on }));
        const how = on ? 'Nothing moves by itself now' : 'Spinners turn again';
        return { said: `${how}, ${kept('reduced_motion', String(on))}.` };
      },
    }),
    toggle({
      name: 'read_only',
      what: 'read-only until restart',
      isOn: deck.session.get()?.readOnly === true,
      set: (on) => {
        if (deck.session.get()?.readOnly === true)
          return on ? { said: 'Already read-only.' } : { wrong: 'Restart rigdeck to allow changes' };
        if (!on) return { said: 'Not read-only.' };
        return goReadOnly(deck) ? { said: readOnlySaid } : { wrong: 'Sign in first' };
      },
    }),
  ];
}

export const readOnlySaid = 'Read-only until restart.';

/** The palette's `:set`, with every setting, its values, and how it stands. */
export function useSettingEntries(): () => readonly MenuEntry[] {
  const deck = useDeck();
  const theme = useTheme();
  return () => {
    const rows = settings(deck, theme);
    return [
      {
        label: 'Set: change a setting until rigdeck ends',
        names: ['set'],
        needsWords: true,
        takes: {
          what: 'a setting and its value',
          options: ([name, ...more]) => {
            if (name === undefined)
              return rows.map((row) => ({ word: row.name, note: `${row.now()} now: ${row.what}` }));
            return more.length === 0 ? (rows.find((row) => row.name === name)?.values ?? []) : [];
          },
          run: (words) => {
            const told = change(rows, words);
            if ('wrong' in told) return told.wrong;
            deck.messages.say('info', told.said);
            return undefined;
          },
        },
        run: () => {},
      },
    ];
  };
}

/** `set refresh 30` and `set refresh=30` alike. */
function change(rows: readonly Setting[], words: readonly string[]): Told {
  const [name = '', value, ...more] = words.flatMap((word) => word.split('=')).filter((word) => word !== '');
  const names = rows.map((row) => row.name);
  const row = rows.find((one) => one.name === name.replaceAll('-', '_'));
  if (row === undefined) {
    const near = closestName(name, names);
    return {
      wrong: `There is no setting ${name}. ${near === undefined ? `There are ${names.join(', ')}` : `Did you mean ${near}?`}`,
    };
  }
  if (value === undefined)
    return { wrong: `${row.name} is ${row.now()}: ${row.what}. Type its value behind it` };
  if (more.length > 0) return { wrong: `${row.name} takes one value: "${more.join(' ')}" is too much` };
  return row.set(value);
}
