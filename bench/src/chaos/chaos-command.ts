import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ask } from '../bench-room.ts';
import { atMost, type BenchResult, countsOf, printed, say, totalOf, wholeNumber } from '../figures.ts';
import { audit } from './audit.ts';
import { count, openBuyers } from './buyers.ts';
import { nameOf, nextFault, play, randomFrom } from './faults.ts';
import type { ChaosScene } from './scene.ts';
import { runOnStage, type Stage } from './stage.ts';
import { declinedCardCall, waysOfBuying } from './ways-of-buying.ts';

// `npm run chaos`: parts of a shop are killed and connections break while people buy. See docs/operations.md.
const { values } = parseArgs({
  options: {
    chaos: { type: 'boolean', default: true },
    minutes: { type: 'string', default: '5' },
    buyers: { type: 'string', default: '8' },
    /** The same seed gives the same faults in the same order. */
    seed: { type: 'string', default: '1' },
    /** Runs until this number of orders is confirmed, even after the requested minutes. */
    orders: { type: 'string', default: '1' },
    /** Maximum time between two faults, in seconds. */
    breath: { type: 'string', default: '3' },
    /** Maximum time between killing a part and starting it again, in seconds. */
    away: { type: 'string', default: '2' },
    /** Number of times that the coupon can be used. */
    coupons: { type: 'string', default: '100' },
  },
});

const minutes = wholeNumber('--minutes', values.minutes, 1, 600);
const buyerCount = wholeNumber('--buyers', values.buyers, 1, 200);
const seed = wholeNumber('--seed', values.seed, 0, 1_000_000_000);
const orders = wholeNumber('--orders', values.orders, 1, 1_000_000);
const breathMs = wholeNumber('--breath', values.breath, 0, 600) * 1_000;
const awayMs = wholeNumber('--away', values.away, 0, 60) * 1_000;
const coupon = { code: 'CHAOS', limit: wholeNumber('--coupons', values.coupons, 1, 1_000_000) };

/** SQL for the arguments of a command about an order (`o`), or about one of its shipments (`s`). */
const ofOrder = (verb: string): string => `array['order', '${verb}', o.number::text]`;
const ofShipment = (verb: string, more = ''): string => `array['shipment', '${verb}', o.number || '-' || s.n]${more}`;
const quetzales = `to_char(s.cash_due / 100.0, 'FM999999990.00')`;

/** Commands of the shop that an operator uses on orders, with the orders and shipments for which each command is due. */
const clerkCommands: readonly (readonly [words: string, due: string])[] = [
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

interface Clerk {
  /** Completed commands, by verb. */
  done: Map<string, number>;
  /** Number of failed commands: refused, or a part of the shop was down. */
  failed(): number;
  stop(): Promise<void>;
}

/** Milliseconds between two commands. Each command is a separate process. Without the pause the clerk alone would use a whole core. */
const clerkPauseMs = 3_000;

/** Orders with points come first, because they are the rarest. */
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

/** A clerk who takes money, cancels, sends and hands over orders during the faults. */
const openClerk = (scene: ChaosScene): Clerk => {
  const completed: Clerk['done'] = new Map();
  let failed = 0;
  let isOver = false;
  const working = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await sleep(clerkPauseMs);
      const clerkCommand = clerkCommands[turn % clerkCommands.length];
      const words = clerkCommand && (await nextCommand(scene, clerkCommand));
      const [, verb] = words ?? [];
      if (words === undefined || verb === undefined) continue;
      if (await scene.command(...words)) count(completed, verb);
      else failed += 1;
    }
  })();
  return {
    done: completed,
    failed: () => failed,
    stop: async () => {
      isOver = true;
      await working;
    },
  };
};

/** Milliseconds between two progress reports of a long run. */
const reportEveryMs = 60_000;

/** Causes faults one after the other with pauses, until `isEnough`. Returns how often each happened. */
const playFaults = async (scene: ChaosScene, isEnough: () => boolean, countOrders: () => number) => {
  const random = randomFrom(seed);
  const counts = new Map<string, number>();
  let reportedAt = performance.now();
  while (!isEnough()) {
    const next = performance.now() + random() * breathMs;
    while (performance.now() < next && !isEnough()) await sleep(100);
    const fault = nextFault(random, awayMs);
    count(counts, nameOf(fault));
    await play(scene, fault);
    if (performance.now() - reportedAt < reportEveryMs) continue;
    reportedAt = performance.now();
    say(`${countOrders()} orders, ${totalOf(counts)} faults`);
  }
  return counts;
};

/** Runs buyers, a clerk and faults for the requested time and orders, and then checks the database against the ledgers. */
const playChaos = async (scene: Stage): Promise<BenchResult[]> => {
  const { market } = scene;
  const buyers = openBuyers({ ports: [scene.lines.shoppers.port], market, count: buyerCount, collectors: 1 });
  const clerk = openClerk(scene);
  say(`${buyerCount} buyers, faults of seed ${seed} for ${minutes} min and ${orders} orders …`);
  const endsAt = performance.now() + minutes * 60_000;
  const countOrders = (): number => buyers.orders.length;
  const isEnough = (): boolean => performance.now() >= endsAt && countOrders() >= orders;
  const faults = await playFaults(scene, isEnough, countOrders);
  await buyers.stop();
  await clerk.stop();
  const audited = await audit(scene, market, buyers);
  const used = await ask<{ used: number }>(
    scene.database,
    `select used_count::float8 as used from coupons where code = '${coupon.code}'`,
  );
  const failures = new Map<string, number>();
  for (const reason of buyers.given) count(failures, reason);
  // A way of buying without any order was not tested. Only the declined card must give no order.
  const unproven = waysOfBuying().flatMap(([name]) =>
    name === declinedCardCall || buyers.byErrand.has(name) ? [] : [name],
  );
  const ended = scene.ended();
  return [
    printed('faults', totalOf(faults), countsOf(faults)),
    printed('reported', countOrders(), countsOf(buyers.byErrand)),
    atMost('ways-unproven', unproven.length, 0, `ways of buying without one order: ${unproven.join(', ')}`),
    printed('office', totalOf(clerk.done), `commands: ${countsOf(clerk.done)}; ${clerk.failed()} refused or not heard`),
    printed('ended-by-itself', totalOf(ended), `programs, started again as a supervisor does it: ${countsOf(ended)}`),
    printed('given-up', totalOf(failures), `purchases refused or given up: ${countsOf(failures)}`),
    printed('repeated', totalOf(buyers.troubles.counts), `calls: ${countsOf(buyers.troubles.counts)}`),
    atMost('coupon-uses', used[0]?.used ?? Number.NaN, coupon.limit, `of a coupon for ${coupon.limit} orders`),
    ...audited,
  ];
};

runOnStage(
  async () => ({ webCount: 1 }),
  coupon,
  (stage) => [['chaos', () => playChaos(stage)]],
);
