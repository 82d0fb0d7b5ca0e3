import { Box } from 'ink';
import { useState } from 'react';
import type { Parts } from '../../base/parts.ts';
import { createStore } from '../../base/store.ts';
import { wrapJson, wrapWords } from '../../base/wrap-words.ts';
import { tooManyAsked } from '../../engine/error-advice.ts';
import type { ActionId } from '../../engine/keymap.ts';
import { buildSearchBody, suggestGpuName } from '../../engine/offers/query.ts';
import { applySearch } from '../../hooks/apply-search.ts';
import { useLoadedOffers } from '../../hooks/loaded-offers.ts';
import { askToSave } from '../../hooks/saved-searches.ts';
import { useDeck } from '../../hooks/use-deck.ts';
import { type FormAction, formActions, useForm } from '../../hooks/use-form.ts';
import { useHint } from '../../hooks/use-hint.ts';
import { Beside } from '../../tui/dialog/beside.tsx';
import { Form } from '../../tui/form/form.tsx';
import { allValues, formState, withValue } from '../../tui/form/form-state.ts';
import { useScreenLayer } from '../../tui/keys/use-layer.ts';
import { Rule } from '../../tui/text/header.tsx';
import { Lines, Quiet } from '../../tui/text/line.tsx';
import { useStore } from '../../tui/use-store.ts';
import { useBody } from '../../tui/use-viewport.ts';
import type { ScreenDef } from '../screen.ts';
import { bodyLines, readSearch, searchFields, searchValues } from './fields.ts';

const searchActions = [
  'search.run',
  'search.save',
  'form.json',
  'search.names',
  'app.escape',
] as const satisfies readonly ActionId[];
type SearchAction = (typeof searchActions)[number];

const besideFrom = 80;

function Search() {
  const deck = useDeck();
  const body = useBody();
  const seen = useLoadedOffers().gpuNames();
  const [store] = useState(() => createStore(formState(searchValues(deck.search.get()), 'type')));
  const values = allValues(useStore(store));
  const read = readSearch(values, seen);
  const submit = () => {
    if (read.ok) {
      applySearch(deck, read.search);
      return deck.go({ go: 'back' });
    }
    const [first] = read.errors.keys();
    if (first !== undefined) form.focus(first);
  };
  const fields = searchFields(values, read.errors, seen, submit, deck.keyName('search.names'));
  const form = useForm(store, fields, submit);
  const json = read.ok ? bodyLines(buildSearchBody(read.search)) : [];
  const typed = values.gpu_name ?? '';
  useScreenLayer<SearchAction | FormAction>({
    ...form.bindings,
    'search.run': { run: submit },
    'search.save': {
      run: () => read.ok && askToSave(deck, read.search),
      blocked: read.ok ? undefined : 'There is nothing to save yet: a field is wrong',
    },
    'form.json': {
      run: () => deck.open({ kind: 'pager', title: 'POST /api/v0/bundles/', lines: json }),
      blocked: read.ok ? undefined : 'There is no request yet: a field is wrong',
    },
    'search.names': {
      run: () =>
        deck.open({
          kind: 'menu',
          title: 'GPU names seen so far',
          entries: [...new Set([...nearFirst(typed, seen)])].map((name) => ({
            label: name,
            run: () => store.set((was) => withValue(was, 'gpu_name', name)),
          })),
        }),
      blocked: seen.length === 0 ? 'No offer was loaded so far' : undefined,
    },
    'app.escape': form.escape,
  });
  const [wrong] = read.errors;
  const many = read.ok ? tooManyAsked(read.search.limit) : undefined;
  useHint(
    wrong === undefined
      ? [many === undefined ? 'Nothing but what stands here is asked for.' : [many, 'warn']]
      : [[`${fields.find(({ id }) => id === wrong[0])?.label}: ${wrong[1]}`, 'bad']],
  );

  const beside = body.columns >= besideFrom;
  const jsonColumns = Math.floor(body.columns / 2);
  const room = (beside ? jsonColumns : body.columns) - 4;
  const shown = read.ok
    ? wrapJson(beside ? json : [json.join(' ')], room)
    : wrapWords('Nothing can be asked for while a field is wrong.', room);
  const belowRows = beside ? 0 : Math.min(shown.length + 1, Math.floor(body.rows / 2));
  return (
    <Beside row={beside}>
      <Form
        fields={fields}
        state={form.state}
        columns={beside ? body.columns - jsonColumns : body.columns}
        rows={body.rows - belowRows}
        labelCells={9}
      />
      <Quiet value="a">
        <Box flexDirection="column" width={beside ? jsonColumns : body.columns} overflow="hidden">
          <Rule columns={beside ? jsonColumns : body.columns} title="POST /api/v0/bundles/" />
          <Lines
            columns={beside ? jsonColumns : body.columns}
            lines={shown
              .slice(0, beside ? body.rows - 1 : belowRows - 1)
              .map((line): Parts => [[`  ${line}`, 'dim']])}
          />
        </Box>
      </Quiet>
    </Beside>
  );
}

/** The names that come close to what was typed, then all others. */
function nearFirst(typed: string, seen: readonly string[]): string[] {
  const { match, near } = suggestGpuName(typed, seen);
  return [...(match === undefined ? [] : [match]), ...near, ...seen];
}

export const search: ScreenDef<'search'> = {
  title: () => 'Search',
  needs: 'api-key',
  actions: [...formActions, ...searchActions],
  View: Search,
};
