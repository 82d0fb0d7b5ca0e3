import { useWindowSize } from 'ink';
import { createContext, useContext } from 'react';

export type Viewport = { columns: number; rows: number };

/** The least that the deck can be drawn in; below it stands a digest that keeps watching. */
export const smallest: Viewport = { columns: 60, rows: 16 };

/** A size as it is told; a terminal that says nothing or zero counts as 80x24. */
export const knownSize = ({ columns = 0, rows = 0 }: Partial<Viewport>): Viewport => ({
  columns: columns > 0 ? columns : 80,
  rows: rows > 0 ? rows : 24,
});

/** The terminal's size. */
export const useTerminalSize = (): Viewport => knownSize(useWindowSize());

/** `calmRows`: the rows while nothing longer than a line is said below. */
export type Body = Viewport & { calmRows: number };

const BodyContext = createContext<Body>({ columns: 80, rows: 18, calmRows: 18 });
export const BodyProvider = BodyContext.Provider;

/** The room that a screen has between the header and the message line. */
export const useBody = (): Body => useContext(BodyContext);
