/** ms between two looks at what ends by itself: at first, and once it takes long. */
const soonMs = 1_000;
const laterMs = 15_000;
/** ms after which it takes long. */
const longMs = 60_000;

/** When an answer was seen first. One that is read again and says the same is the same object. */
const seenAt = new WeakMap<object, number>();

const seenMs = (answer: object): number => {
  const now = Date.now();
  const since = seenAt.get(answer) ?? now;
  seenAt.set(answer, since);
  return now - since;
};

/** How often a query is read again: while its answer shows something that ends by itself, so that the page follows. */
export const following =
  <T extends object>(isUnderWay: (answer: T) => boolean) =>
  ({ state: { data } }: { state: { data: T | undefined } }): number | false => {
    if (data === undefined || !isUnderWay(data)) return false;
    return seenMs(data) < longMs ? soonMs : laterMs;
  };
