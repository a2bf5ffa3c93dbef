import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../ask-database.ts';
import type { ChaosScene } from './scene.ts';

/** What an operator does to orders, by the shop's own commands; and which orders of each are due. */
const duties: readonly (readonly [verb: string, due: string])[] = [
  ['pay', `status = 'pending_payment'`],
  ['cancel', `status in ('pending_payment', 'processing')`],
  ['ship', `status = 'processing'`],
  ['pay', `status = 'pending_payment'`],
  ['deliver', `status = 'shipped'`],
];

export interface Clerk {
  /** How many commands were done, by verb. */
  done: Map<string, number>;
  /** How many were not: refused, or a part of the shop was away. */
  failed(): number;
  stop(): Promise<void>;
}

/** Between two commands. Milliseconds. Each command is a process of its own: with less, the clerk alone fills a core. */
const breathMs = 3_000;

/** Orders with points come first: they are the fewest. */
const nextOrder = async ({ database }: ChaosScene, due: string): Promise<number | undefined> => {
  const [order] = await ask<{ number: number }>(
    database,
    `select number::float8 as number from orders where ${due} order by certificate_code is null, random() limit 1`,
  ).catch(() => []);
  return order?.number;
};

/** Somebody at the till and in the office who takes money, cancels, sends off and hands over while everything breaks. */
export const openClerk = (scene: ChaosScene): Clerk => {
  const done: Clerk['done'] = new Map();
  let failed = 0;
  let isOver = false;
  const working = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await sleep(breathMs);
      const [verb, due] = duties[turn % duties.length] ?? [];
      const number = due === undefined ? undefined : await nextOrder(scene, due);
      if (verb === undefined || number === undefined) continue;
      if (await scene.command('order', verb, String(number))) done.set(verb, (done.get(verb) ?? 0) + 1);
      else failed += 1;
    }
  })();
  return {
    done,
    failed: () => failed,
    stop: async () => {
      isOver = true;
      await working;
    },
  };
};
