/** What is open. Closed last first, each once: also when starting fails in the middle, or is ended while it goes on. */
export interface Closers {
  /** Throws when the start is to end; what was given is closed then, too. */
  add(close: () => Promise<void>): void;
  /** The first that was given alone, and at once: the database server, without which no step that is under way goes on. */
  closeFirst(): Promise<void>;
  /** All of them, also where one of them fails; throws the first failure. */
  closeAll(): Promise<void>;
}

export const createClosers = (signal?: AbortSignal): Closers => {
  const open: (() => Promise<void>)[] = [];
  let closing: Promise<void> | undefined;
  const closeDown = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let close = open.pop(); close !== undefined; close = open.pop()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
  const once = (close: () => Promise<void>): (() => Promise<void>) => {
    let closed: Promise<void> | undefined;
    return () => {
      closed ??= close();
      return closed;
    };
  };
  let first: (() => Promise<void>) | undefined;
  return {
    add: (close) => {
      const closeOnce = once(close);
      first ??= closeOnce;
      open.push(closeOnce);
      signal?.throwIfAborted();
    },
    closeFirst: async () => first?.(),
    closeAll: () => {
      closing ??= closeDown();
      return closing;
    },
  };
};
