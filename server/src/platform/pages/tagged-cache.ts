import { LRUCache } from 'lru-cache';

export interface Tagged {
  /** What it is made of; an invalidation of one of them drops it. */
  tags: readonly string[];
}

/** Tags of invalidations that are remembered for what was begun before them, 2 MB; what was begun before others is not cached. */
const rememberedTags = 20_000;

export interface TaggedCache<Entry extends Tagged> {
  get(key: string): Entry | undefined;
  /** Without counting as asked for. */
  peek(key: string): Entry | undefined;
  /** Call before reading what an entry is made of; give the answer to `put`. */
  begin(): number;
  /** Refuses, with false, an entry that an invalidation has overtaken: it shows what was before. */
  put(key: string, entry: Entry, startedAt: number): boolean;
  /** Drops every entry with one of the tags; `*` drops all. */
  invalidate(tags: readonly string[]): void;
  /** Entries now. */
  readonly size: number;
}

/** Share of the memory for what was asked for only once since it came. */
const probation = 0.2;

/**
 * A segmented LRU (record 0055): an entry is on probation until it is asked for again, and only then among those that are
 * kept. Addresses asked for once, however many, push out each other and never what shoppers come back to.
 */
const createSegments = <Entry extends Tagged>(maxBytes: number, sizeOf: (entry: Entry) => number) => {
  const options = (share: number) => ({
    maxSize: Math.max(1, Math.floor(maxBytes * share)),
    sizeCalculation: (entry: Entry) => Math.ceil(sizeOf(entry)),
  });
  const fresh = new LRUCache<string, Entry>(options(probation));
  const proven = new LRUCache<string, Entry>({
    ...options(1 - probation),
    // Not asked for lately: it may prove itself once more.
    disposeAfter: (entry, key, reason) => {
      if (reason === 'evict') fresh.set(key, entry);
    },
  });
  return {
    get: (key: string): Entry | undefined => {
      const known = proven.get(key);
      if (known !== undefined) return known;
      const entry = fresh.peek(key);
      if (entry === undefined) return undefined;
      fresh.delete(key);
      proven.set(key, entry);
      return entry;
    },
    peek: (key: string): Entry | undefined => proven.peek(key) ?? fresh.peek(key),
    set: (key: string, entry: Entry): void => {
      (proven.has(key) ? proven : fresh).set(key, entry);
    },
    drop: (concerns: (entry: Entry) => boolean, onDropped: (key: string, entry: Entry) => void): void => {
      for (const segment of [fresh, proven]) {
        for (const [key, entry] of segment.entries()) {
          if (!concerns(entry)) continue;
          segment.delete(key);
          onDropped(key, entry);
        }
      }
    },
    get size() {
      return fresh.size + proven.size;
    },
  };
};

/**
 * What this process keeps in memory under the tags of what it is made of, at most `maxBytes` (0: nothing). An invalidation reaches
 * every node by NOTIFY (cache-invalidation.ts).
 *
 * @param sizeOf bytes an entry takes, 1 or more
 * @param onDropped is told of each entry that an invalidation drops
 */
export const createTaggedCache = <Entry extends Tagged>(
  maxBytes: number,
  sizeOf: (entry: Entry) => number,
  onDropped: (key: string, entry: Entry) => void = () => {},
): TaggedCache<Entry> => {
  const entries = createSegments(maxBytes, sizeOf);
  /** The last of them; the clock counts all. */
  const invalidations: ReadonlySet<string>[] = [];
  let remembered = 0;
  let clock = 0;
  const concerns = (given: ReadonlySet<string>, { tags }: Tagged): boolean =>
    given.has('*') || tags.some((tag) => given.has(tag));
  return {
    get: entries.get,
    peek: entries.peek,
    begin: () => clock,
    put: (key, entry, startedAt) => {
      const known = invalidations.length - (clock - startedAt);
      if (known < 0 || invalidations.slice(known).some((given) => concerns(given, entry))) return false;
      entries.set(key, entry);
      return true;
    },
    invalidate: (tags) => {
      clock += 1;
      const given = new Set(tags);
      invalidations.push(given);
      remembered += given.size;
      while (remembered > rememberedTags) remembered -= invalidations.shift()?.size ?? 0;
      entries.drop((entry) => concerns(given, entry), onDropped);
    },
    get size() {
      return entries.size;
    },
  };
};
