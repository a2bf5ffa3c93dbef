import { LRUCache } from 'lru-cache';
import type { FinishedBody } from './page-body.ts';

/** A finished page. */
export interface CachedPage {
  status: number;
  tags: readonly string[];
  body: FinishedBody;
  /** Epoch ms: until then it is served without a thought. */
  freshUntil: number;
  /** Epoch ms: until then it may be served while a new one is made. */
  staleUntil: number;
  /** Whatever the query, it is the same page: kept under its address without one. */
  ignoresQuery?: boolean;
}

const sizeOf = ({ body }: CachedPage): number => Math.ceil(body.size);

/** A cacheable page is fresh this long, and served stale while a new one is made for this much longer. */
const freshMs = 60_000;
const staleMs = 600_000;

export type PageLifetime = Pick<CachedPage, 'freshUntil' | 'staleUntil'> & {
  /** Whether caches outside may keep it: they know no moment, only a length that begins when they fetched it. */
  isShared: boolean;
};

/**
 * How long a page made at a moment may be kept (epoch ms). No longer than until the next change that comes by itself, a
 * flash sale's begin or end, or what the page itself names; caches outside keep none that could be with them then.
 */
export function lifetimeOf(madeAt: number, change: number | null): PageLifetime {
  const until = change ?? Number.POSITIVE_INFINITY;
  return {
    freshUntil: Math.min(madeAt + freshMs, until),
    staleUntil: Math.min(madeAt + freshMs + staleMs, until),
    // At its oldest it leaves here, and lives as long once more outside.
    isShared: until >= madeAt + 2 * (freshMs + staleMs),
  };
}

/** How many purges are remembered for pages whose rendering began before them. */
const rememberedPurges = 1000;

export interface PageCache<Page extends CachedPage = CachedPage> {
  get(key: string): Page | undefined;
  /** Without counting as asked for. */
  peek(key: string): Page | undefined;
  /** Call before rendering; give the answer to `put`, which refuses a page a purge has overtaken. */
  startRender(): number;
  put(key: string, page: Page, startedAt: number): boolean;
  /** Drops every page carrying one of the tags; `*` or `catalog` drops all. */
  purge(tags: readonly string[]): void;
  readonly size: number;
}

/** Share of the memory for pages asked for only once since they came. */
const probation = 0.2;

/**
 * A segmented LRU (record 0016): a page is on probation until it is asked for again, and only then among those that are
 * kept. Addresses asked for once, however many, push out each other and never a page that shoppers come back to.
 */
const createSegments = <Page extends CachedPage>(maxBytes: number) => {
  const bytes = (share: number): number => Math.max(1, Math.floor(maxBytes * share));
  const fresh = new LRUCache<string, Page>({ maxSize: bytes(probation), sizeCalculation: sizeOf });
  const proven = new LRUCache<string, Page>({
    maxSize: bytes(1 - probation),
    sizeCalculation: sizeOf,
    // Not asked for lately: it may prove itself once more.
    disposeAfter: (page, key, reason) => {
      if (reason === 'evict') fresh.set(key, page);
    },
  });
  return {
    get: (key: string): Page | undefined => {
      const known = proven.get(key);
      if (known !== undefined) return known;
      const page = fresh.peek(key);
      if (page === undefined) return undefined;
      fresh.delete(key);
      proven.set(key, page);
      return page;
    },
    peek: (key: string): Page | undefined => proven.peek(key) ?? fresh.peek(key),
    set: (key: string, page: Page): void => {
      (proven.has(key) ? proven : fresh).set(key, page);
    },
    drop: (concerns: (page: Page) => boolean): void => {
      for (const pages of [fresh, proven]) {
        for (const [key, page] of pages.entries()) if (concerns(page)) pages.delete(key);
      }
    },
    get size() {
      return fresh.size + proven.size;
    },
  };
};

/** Pages of this process by address, at most `maxBytes`. A purge reaches every node by NOTIFY (page-purge.ts). */
export const createPageCache = <Page extends CachedPage = CachedPage>(maxBytes: number): PageCache<Page> => {
  const pages = createSegments<Page>(maxBytes);
  const purges: { at: number; tags: readonly string[] }[] = [];
  let clock = 0;

  const concerns = (tags: readonly string[], page: CachedPage): boolean =>
    tags.includes('*') || tags.includes('catalog') || tags.some((tag) => page.tags.includes(tag));

  return {
    get: (key) => pages.get(key),
    peek: (key) => pages.peek(key),
    startRender: () => clock,
    put: (key, page, startedAt) => {
      const oldest = purges[0]?.at ?? 0;
      const forgotten = purges.length === rememberedPurges && startedAt < oldest;
      if (forgotten || purges.some((purge) => purge.at > startedAt && concerns(purge.tags, page))) return false;
      pages.set(key, page);
      return true;
    },
    purge: (tags) => {
      clock += 1;
      purges.push({ at: clock, tags });
      if (purges.length > rememberedPurges) purges.shift();
      pages.drop((page) => concerns(tags, page));
    },
    get size() {
      return pages.size;
    },
  };
};
