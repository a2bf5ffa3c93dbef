/** What is open. Closed last first, each once: also when starting fails in the middle, or is ended while it goes on. */
export interface Closers {
  /** Throws when the start is to end; what was given is closed then, too. */
  add(close: () => Promise<void>): void;
  /** All but the first that was given: the database server, which a step under way may still be using. */
  closeUsers(): Promise<void>;
  closeAll(): Promise<void>;
}

export const createClosers = (signal: AbortSignal | undefined): Closers => {
  const open: (() => Promise<void>)[] = [];
  let closing = Promise.resolve();
  const closeDownTo = async (count: number): Promise<void> => {
    while (open.length > count) await open.pop()?.();
  };
  return {
    add: (close) => {
      open.push(close);
      signal?.throwIfAborted();
    },
    // One after the other: the database server must not be stopped while its connections are still closing.
    closeUsers: () => {
      closing = closing.then(() => closeDownTo(1));
      return closing;
    },
    closeAll: () => {
      closing = closing.then(() => closeDownTo(0));
      return closing;
    },
  };
};
