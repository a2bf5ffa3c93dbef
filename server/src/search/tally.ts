import type { Matches } from './match-records.ts';

/** Counts by facet value id, in an array that grows with the largest id: far faster than a map entry per value. */
export class Tally {
  #counts = new Int32Array(2048);

  /** Counts every facet value of a match. */
  add(matches: Matches, row: number): void {
    const end = matches.endValue[row] ?? 0;
    for (let at = matches.firstValue[row] ?? 0; at < end; at += 1) {
      const id = matches.values[at] ?? 0;
      if (id >= this.#counts.length) this.#grow(id);
      this.#counts[id] = (this.#counts[id] ?? 0) + 1;
    }
  }

  of(id: number): number {
    return this.#counts[id] ?? 0;
  }

  /** Ids counted at least once. */
  ids(): number[] {
    const ids: number[] = [];
    for (let id = 0; id < this.#counts.length; id += 1) if (this.of(id) > 0) ids.push(id);
    return ids;
  }

  #grow(id: number): void {
    const larger = new Int32Array(2 ** Math.ceil(Math.log2(id + 1)));
    larger.set(this.#counts);
    this.#counts = larger;
  }
}
