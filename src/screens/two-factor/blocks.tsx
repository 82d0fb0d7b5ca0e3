import type { ReactNode } from 'react';
import type { Parts } from '../../base/parts.ts';
import { missingWords } from '../../engine/missing-rows.ts';
import { homeChain } from '../../engine/two-factor/tfa-chain.ts';
import { Rule } from '../../tui/text/header.tsx';
import { Lines } from '../../tui/text/line.tsx';
import { partsWidth, spread } from '../../tui/text/parts.ts';
import type { Theme } from '../../tui/theme/theme.ts';
import { chainLines } from './chain.ts';
import { codesLine, paragraph, sessionLines, unkeptLines, windowLine } from './facts.ts';
import { headParts } from './head.ts';
import type { Block } from './layout.ts';
import { MethodTable } from './method-table.tsx';
import { methodCells, methodColumns } from './methods.ts';
import { underWayLines } from './under-way.ts';
import type { SecurityView } from './use-security.ts';
import { legacyLines, offLines, securityHint } from './words.ts';

type Drawn = Block<string> & {
  draw: (rows: number, from: number | undefined) => ReactNode;
  /** What is known beside the methods: on a wide screen it stands at their side. */
  aside?: true;
};
/** `aside` are the cells of a column of its own, on a wide screen. */
type Place = { columns: number; theme: Theme; cursor: number; aside?: number | undefined };

/** The first line: on or off, and how old that news is. */
export function headLine(
  { protection, methods, missing, codesLeft, age }: SecurityView,
  { columns, theme }: Place,
): Parts {
  const known = protection && { protection, methods: methods.length + missing, codesLeft };
  const room = columns - partsWidth(age) - 1;
  return spread(headParts(known, theme.glyphs, room), age, columns);
}

/** The screen from top to bottom (mock-up 5.7), and what of it goes first when there are too few lines. */
export function securityBlocks(view: SecurityView, place: Place): Drawn[] {
  const {
    protection,
    methods,
    missing,
    codesLeft,
    email,
    trouble,
    window,
    memory,
    session,
    at,
    old,
    timeZone,
    codesKey,
  } = view;
  const { columns, theme, cursor } = place;
  const side = place.aside ?? columns;
  const { glyphs } = theme;
  const lines = (id: string, stays: number, drawn: readonly Parts[]): Drawn => ({
    id,
    stays,
    rows: drawn.length,
    draw: (rows, from = 0) => <Lines lines={drawn.slice(from, from + rows)} columns={columns} />,
  });
  const gap = (id: string, stays: number): Drawn => ({ ...lines(id, stays, [[]]), blank: true });
  const rule = (title: string, wanted: boolean, cells = columns): Drawn => ({
    id: `rule ${title}`,
    stays: 5,
    rows: wanted ? 1 : 0,
    draw: () => <Rule title={title} columns={cells} />,
  });
  const beside = (id: string, stays: number, drawn: readonly Parts[]): Drawn => ({
    ...lines(id, stays, drawn),
    draw: (rows, from = 0) => <Lines lines={drawn.slice(from, from + rows)} columns={side} />,
    aside: true,
  });

  const { proof } = memory;
  const first = methods.length + missing === 0;
  const links = homeChain(
    { window, first, unkept: view.unkeptSince !== undefined, ...(proof === undefined ? {} : { proof }) },
    at,
  );
  const sent = underWayLines({ memory, window, methods, at }, glyphs, columns);
  const hasCodes = protection !== 'off';
  const failed: Parts[] =
    trouble === undefined
      ? []
      : paragraph(`${glyphs.warn} ${trouble.title} ${trouble.next}`, columns, 'warn');
  const said =
    protection === 'off'
      ? offLines(email, columns)
      : protection === 'legacy'
        ? legacyLines(methods.length + missing, columns, glyphs)
        : [];
  const lacking =
    missing === 0 ? [] : paragraph(`${glyphs.warn} ${missingWords(missing, 'method')}`, columns, 'warn');
  return [
    // Over the whole width where something stands beside the others: it is no block of theirs then.
    ...(place.aside === undefined ? [lines('head', 10, [headLine(view, place)])] : []),
    lines('failed', 8, failed),
    gap('above chain', 2),
    lines('chain', 4, chainLines(links, columns, theme)),
    gap('below chain', 1),
    rule('methods', true),
    lines('said', 9, said),
    lines('missing', 9, lacking),
    {
      id: 'table',
      rows: first ? 0 : methods.length + 1,
      stays: Number.POSITIVE_INFINITY,
      draw: (rows, from) => <MethodTable {...{ methods, cursor, email, at, old, columns, rows, from }} />,
    },
    rule('codes under way', sent.length > 0),
    lines('sent', 6, sent),
    { ...rule('backup codes', hasCodes, side), aside: true },
    beside('codes', 8, hasCodes ? [codesLine(codesLeft, side, theme, codesKey)] : []),
    beside(
      'unkept',
      8,
      hasCodes ? unkeptLines(view.unkeptSince, at, side, { warn: glyphs.warn, codesKey }) : [],
    ),
    place.aside === undefined
      ? { ...gap('above session', 1), aside: true }
      : { ...rule('session', true, side), aside: true },
    beside('session', 3, sessionLines(session, at.now, side)),
    beside('window', 7, [windowLine(window, at, timeZone, side)]),
  ];
}

/** All that the screen says of the time, as one text. */
export function toldOfTime(view: SecurityView, { columns, theme, aside = columns }: Place): string {
  const { methods, missing, email, memory, window, session, unkeptSince, at, timeZone, codesKey } = view;
  const placed = methodColumns(columns);
  const look = { at, theme, selected: false };
  return JSON.stringify([
    view.age,
    homeChain(
      {
        ...{ window, first: methods.length + missing === 0, unkept: unkeptSince !== undefined },
        ...(memory.proof === undefined ? {} : { proof: memory.proof }),
      },
      at,
    ),
    methods.map((method) => methodCells({ kind: 'method', method }, placed, look)),
    methodCells({ kind: 'mail', email }, placed, look),
    underWayLines({ memory, window, methods, at }, theme.glyphs, columns),
    unkeptLines(unkeptSince, at, aside, { warn: theme.glyphs.warn, codesKey }),
    sessionLines(session, at.now, aside),
    windowLine(window, at, timeZone, aside),
    securityHint(view, theme.glyphs, columns),
  ]);
}
