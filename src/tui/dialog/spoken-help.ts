import type { Reachable } from '../keys/layers.ts';

/** What keys do that are described by what they do to a drawn screen. */
const told: Readonly<Record<string, string>> = {
  'app.repaint': 'Tell everything of this place, what stands aside included',
  'app.refresh': 'Ask the service again now, and tell the money',
};

/** What the key of an action does, as it is told or as it is drawn. */
export const helpOf = ({ id, row }: Pick<Reachable, 'id' | 'row'>, spoken: boolean): string =>
  spoken ? (told[id] ?? row.help) : row.help;
