import { Text } from 'ink';
import { marks } from '../reader/spoken-marks.ts';

/** A line of a spoken frame that is no line of the screen: its beginning, what has been said, an order. */
export function MarkedText({ of, text }: { of: keyof typeof marks; text: readonly string[] }) {
  return <Text>{text.map((part) => marks[of] + part).join('')}</Text>;
}
