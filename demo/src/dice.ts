import { rng } from './illustrations/ceiba-illustrations.mjs';

type NonEmpty = readonly [unknown, ...unknown[]];

/** A repeatable source of choices: the same seed always gives the same sequence. */
export interface Dice {
  /** 0 to 1, 1 excluded. */
  number(): number;
  pick<const L extends NonEmpty>(list: L): L[number];
  chance(probability: number): boolean;
  /** Both ends included, in steps of `step`. */
  between(from: number, to: number, step?: number): number;
  shuffle<T>(list: readonly T[]): T[];
}

export function rollDice(seed: string): Dice {
  const number = rng(seed);
  const between = (from: number, to: number, step = 1) => {
    const steps = Math.round((to - from) / step);
    return Number((from + step * Math.floor(number() * (steps + 1))).toFixed(2));
  };
  return {
    number,
    between,
    chance: (probability) => number() < probability,
    pick: (list) => list[Math.floor(number() * list.length)] ?? list[0],
    shuffle: (list) =>
      list
        .map((item) => ({ item, rank: number() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
  };
}

/** Element `turn` of a list that is walked round and round. */
export function walk<const L extends NonEmpty>(list: L, turn: number): L[number] {
  return list[turn % list.length] ?? list[0];
}
