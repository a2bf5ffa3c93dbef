/** The next moment after the given one at which prices change by themselves; null = none is planned. */
export type FindPriceChange = (after: Date) => Promise<Date | null>;

/** Tags of purges that may bring another moment: a flash sale's (`content`), and the end of a discount, which changes with its product (`listing`). */
const concerns: readonly string[] = ['*', 'content', 'listing'];

export interface KeptPriceChange {
  /** Epoch ms, asked of the database only when the last one known has passed or was forgotten; null = none. */
  after(moment: number): Promise<number | null>;
  forget(tags: readonly string[]): void;
}

/** Remembers when prices next change, so that not every page asks. */
export const keepPriceChange = (find: FindPriceChange): KeptPriceChange => {
  let known: { from: number; next: number | null } | undefined;
  let purges = 0;
  return {
    after: async (moment) => {
      if (known !== undefined && moment >= known.from && (known.next === null || moment < known.next)) {
        return known.next;
      }
      const asked = purges;
      const next = (await find(new Date(moment)))?.getTime() ?? null;
      if (asked === purges) known = { from: moment, next };
      return next;
    },
    forget: (tags) => {
      if (!tags.some((tag) => concerns.includes(tag))) return;
      known = undefined;
      purges += 1;
    },
  };
};
