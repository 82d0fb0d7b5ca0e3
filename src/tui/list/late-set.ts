/** Numbers that are put in at once, less than a millisecond of work. */
const atOnce = 2_000;

/**
 * The set of these numbers, for so many that a key would wait while it is put together: that is done in pieces between
 * which keys are taken, and at once only when it is asked what it holds before. Until then its `size` counts a number
 * that was given twice twice.
 */
export function lateSet(numbers: readonly number[]): ReadonlySet<number> {
  const held = new Set<number>();
  let given = numbers;
  let next = 0;
  const isWhole = () => next === given.length;
  function grow(count: number): void {
    for (const end = Math.min(given.length, next + count); next < end; next += 1)
      held.add(given[next] as number);
    if (!isWhole()) return;
    given = [];
    next = 0;
  }
  function growOn(): void {
    grow(atOnce);
    if (!isWhole()) setImmediate(growOn);
  }
  const whole = () => {
    if (!isWhole()) grow(given.length);
    return held;
  };
  setImmediate(growOn);
  return {
    get size() {
      return isWhole() ? held.size : given.length;
    },
    has: (value) => whole().has(value),
    forEach: (act, self) => whole().forEach(act, self),
    entries: () => whole().entries(),
    keys: () => whole().keys(),
    values: () => whole().values(),
    [Symbol.iterator]: () => whole().values(),
  };
}
