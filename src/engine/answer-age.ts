import { span } from '../base/format-time.ts';

const second = 1000;
const minute = 60 * second;
/** Spans that an answer is said to be younger than. */
const bounds = [5, 15, 30, 60, 120, 300, 600, 1800, 3600].map((seconds) => seconds * second);
/** An answer comes later than planned by as much of its period without anybody counting. */
const slack = 1.25;
const stepMs = 5 * second;
/** What is read more rarely than this is told by a few steps, each as it is reached: its first minute is not an old one. */
const oftenMs = minute;
const leastRareMs = 30 * second;

const boundText = (ms: number): string => (ms < minute ? `${ms / second}s` : `${ms / minute}m`);

/**
 * How old an answer is while it comes as planned: `<30s`, a bound that stands until the next answer has come, so that
 * nothing is to be drawn when it does; of what is read once a minute or more rarely the next bounds follow, which draws
 * three times a minute at most. One that is late is told its age by fives, `35s`: it is never said to be younger
 * than it is by five seconds or more. So is any for whoever asked for it (`asked`), and where no next one is planned.
 */
export function answerAge(
  ageMs: number,
  { everyMs = 0, asked = false }: { everyMs?: number | undefined; asked?: boolean | undefined } = {},
): string {
  const age = Math.max(0, ageMs);
  const planned = everyMs * slack;
  const late = everyMs <= 0 || asked ? 0 : (bounds.find((ms) => ms >= planned) ?? 0);
  const least = planned <= oftenMs ? planned : leastRareMs;
  const bound = bounds.find((ms) => ms >= least && ms > age);
  return bound !== undefined && age < late ? `<${boundText(bound)}` : span(Math.floor(age / stepMs) * stepMs);
}
