import { LRUCache } from 'lru-cache';

export interface Tagged {
  /** Tags of the entry's data. An invalidation of one of them drops the entry. */
  tags: readonly string[];
}

/**
 * Number of remembered tags of recent invalidations (2 MB). They are compared with entries that were started before these
 * invalidations. Entries that were started even earlier are not cached.
 */
const rememberedTags = 20_000;

export interface TaggedCache<Entry extends Tagged> {
  get(key: string): Entry | undefined;
  /** Reads an entry. This does not count as a use. */
  peek(key: string): Entry | undefined;
  /** Must be called before an entry's data are read. The result is passed to `put`. */
  begin(): number;
  /** Stores an entry. Returns false, and stores nothing, if the entry became outdated by an invalidation in the meantime. */
  put(key: string, entry: Entry, startedAt: number): boolean;
  /** Drops every entry that has one of the tags; `*` drops all. */
  invalidate(tags: readonly string[]): void;
  /** The number of entries. */
  readonly size: number;
}

/** Share of the memory for entries that were not used since they were stored. */
const probation = 0.2;

/**
 * A segmented LRU (record 0055). An entry is on probation until it is used again, and then moves to the main segment. Addresses that are
 * requested once displace only each other, never the pages that shoppers return to.
 */
const createSegments = <Entry extends Tagged>(maxBytes: number, sizeOf: (entry: Entry) => number) => {
  const options = (share: number) => ({
    maxSize: Math.max(1, Math.floor(maxBytes * share)),
    sizeCalculation: (entry: Entry) => Math.ceil(sizeOf(entry)),
  });
  const fresh = new LRUCache<string, Entry>(options(probation));
  const proven = new LRUCache<string, Entry>({
    ...options(1 - probation),
    // The least recently used entry gets another probation.
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
 * A cache in this process's memory, whose entries have tags. `maxBytes`: its maximum size (0: disabled). Every node receives
 * invalidations by NOTIFY (cache-invalidation.ts).
 *
 * @param sizeOf bytes of an entry, 1 or more
 * @param onDropped called for each entry that an invalidation drops
 */
export const createTaggedCache = <Entry extends Tagged>(
  maxBytes: number,
  sizeOf: (entry: Entry) => number,
  onDropped: (key: string, entry: Entry) => void = () => {},
): TaggedCache<Entry> => {
  const entries = createSegments(maxBytes, sizeOf);
  /** The most recent invalidations. `clock` counts all invalidations. */
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
