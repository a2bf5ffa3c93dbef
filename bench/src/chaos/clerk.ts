import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../ask-database.ts';
import type { ChaosScene } from './scene.ts';

/** The words of a command on an order (`o`), or on one of its shipments (`s`). */
const ofOrder = (verb: string): string => `array['order', '${verb}', o.number::text]`;
const ofShipment = (verb: string, more = ''): string => `array['shipment', '${verb}', o.number || '-' || s.n]${more}`;
const quetzales = `to_char(s.cash_due / 100.0, 'FM999999990.00')`;

/** What an operator does to orders, by the shop's own commands; and which orders and shipments of each are due. */
const duties: readonly (readonly [words: string, due: string])[] = [
  [ofOrder('pay'), `o.status = 'pending_payment'`],
  [ofOrder('cancel'), `o.status in ('pending_payment', 'processing')`],
  [ofShipment('send'), `s.state in ('ready', 'picking', 'packed') and o.confirmation_due is null`],
  [ofOrder('pay'), `o.status = 'pending_payment'`],
  [
    ofShipment('deliver', ` || case when s.cash_due > 0 then array['--amount', ${quetzales}] else '{}' end`),
    `s.state in ('sent', 'at_store')`,
  ],
  [ofShipment('undelivered', ` || '{--reason,rechazado,--by,chaos}'::text[]`), `s.state in ('sent', 'at_store')`],
  [ofShipment('receive'), `s.state = 'undelivered' and s.received_at is null`],
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
const nextCommand = async (
  { database }: ChaosScene,
  [words, due]: readonly [words: string, due: string],
): Promise<string[] | undefined> => {
  const [next] = await ask<{ words: string[] }>(
    database,
    `select ${words} as words from orders o join shipments s on s.order_id = o.id
     where ${due} order by o.certificate_code is null, random() limit 1`,
  ).catch(() => []);
  return next?.words;
};

/** Somebody at the till and in the office who takes money, cancels, sends off and hands over while everything breaks. */
export const openClerk = (scene: ChaosScene): Clerk => {
  const done: Clerk['done'] = new Map();
  let failed = 0;
  let isOver = false;
  const working = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await sleep(breathMs);
      const duty = duties[turn % duties.length];
      const words = duty && (await nextCommand(scene, duty));
      const [, verb] = words ?? [];
      if (words === undefined || verb === undefined) continue;
      if (await scene.command(...words)) done.set(verb, (done.get(verb) ?? 0) + 1);
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
