/** By how much the service's clock is ahead of ours, as far as its answers have told. */
export type ClockOffset = {
  /** Milliseconds, whole seconds; 0 until known. */
  ms(): number;
  /** Takes in one `Date` header, with the times on our clock between which it was written. */
  hear(header: string, sentAt: number, answeredAt: number): void;
};

/**
 * A Date header names a whole second, so that the answer was written up to a second later, and at some time between
 * sending and hearing it. What is known of the offset stays while it explains the answer, so that no slow call moves
 * the countdowns; while one clock can have shown both there is no offset at all (and `+ 0` keeps it from being -0).
 */
export function createClockOffset(): ClockOffset {
  let offsetMs = 0;
  return {
    ms: () => offsetMs,
    hear(header, sentAt, answeredAt) {
      const theirs = Date.parse(header);
      if (Number.isNaN(theirs)) return;
      const least = theirs - answeredAt;
      const most = theirs + 1000 - sentAt;
      const explains = (ms: number) => ms >= least && ms < most;
      if (explains(offsetMs)) return;
      offsetMs = explains(0) ? 0 : Math.round((least + most) / 2000) * 1000 + 0;
    },
  };
}
