import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { waitForMails } from '../nodes/books.ts';
import { stopAll } from '../processes.ts';
import { basketsOf } from '../purchase-journey.ts';
import { atLeast, atMost, type BenchResult, isGood, lineOf, printed, tableHead, wholeNumber } from '../result.ts';
import { ask, stockShelves } from '../shop-data.ts';
import { type Buyers, openBuyers } from './buyers.ts';
import { nameOf, nextFault, play, randomFrom } from './faults.ts';
import { type ChaosScene, openScene } from './scene.ts';

// `npm run chaos`: a shop whose parts die and whose lines break while people buy. See docs/operations.md.
const { values } = parseArgs({
  options: {
    chaos: { type: 'boolean', default: true },
    minutes: { type: 'string', default: '5' },
    buyers: { type: 'string', default: '8' },
    /** The same faults in the same order. */
    seed: { type: 'string', default: '1' },
  },
});

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const couponCode = 'CHAOS';
const couponLimit = 200;

const openCoupon = ({ database }: ChaosScene) =>
  ask(
    database,
    `insert into coupons (code, label, amount, total_limit) values ('${couponCode}', 'Chaos', 500, ${couponLimit})`,
  );

/** Faults until the time is over, one after the other with a breath between; answers how often each happened. */
const playFaults = async (scene: ChaosScene, seed: number, endsAt: number): Promise<Map<string, number>> => {
  const random = randomFrom(seed);
  const counts = new Map<string, number>();
  while (performance.now() < endsAt) {
    await sleep(Math.round(random() * 2_500));
    const fault = nextFault(random);
    counts.set(nameOf(fault), (counts.get(nameOf(fault)) ?? 0) + 1);
    await play(scene, fault);
  }
  return counts;
};

interface Books {
  live: number;
  unsettled: number;
  doubled: number;
  used: number;
}

const readBooks = async ({ database }: ChaosScene): Promise<Books> => {
  const [books] = await ask<Books>(
    database,
    `select (select count(*) from orders where status <> 'void')::float8 as live,
       (select count(*) from orders where status in ('placing', 'voiding'))::float8 as unsettled,
       (select count(*) from (select cart_id from orders where status <> 'void' group by cart_id having count(*) > 1) d)::float8 as doubled,
       (select used_count from coupons where code = '${couponCode}')::float8 as used`,
  );
  if (books === undefined) throw new Error('the books are empty');
  return books;
};

/** What a bank was asked about is settled by the reconciler; answers how many orders are not when it gives up. */
const waitForSettling = async (scene: ChaosScene, limitMs: number): Promise<number> => {
  for (const end = Date.now() + limitMs; ; await sleep(1_000)) {
    const { unsettled } = await readBooks(scene);
    if (unsettled === 0 || Date.now() > end) return unsettled;
  }
};

/** Orders that shoppers were told and that are not in the books under that number. */
const findLost = async ({ database }: ChaosScene, { orders }: Buyers): Promise<number> => {
  const rows = await ask<{ name: string }>(
    database,
    `select cart_id || ' ' || number as name from orders where status <> 'void'`,
  );
  const known = new Set(rows.map(({ name }) => name));
  return orders.filter(({ cartId, number }) => !known.has(`${cartId} ${number}`)).length;
};

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const textOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ');

const reasonsOf = ({ given }: Buyers): string => {
  const reasons = new Map<string, number>();
  for (const reason of given.values()) {
    const [code = reason.slice(0, 60)] = /[A-Z]+(?:_[A-Z]+)+/.exec(reason) ?? [];
    reasons.set(code, (reasons.get(code) ?? 0) + 1);
  }
  return textOf(reasons);
};

/** Once everything stands again: what shoppers were told is true, and the guard finds nothing. */
const audit = async (scene: ChaosScene, buyers: Buyers, faults: Map<string, number>): Promise<BenchResult[]> => {
  const unsettled = await waitForSettling(scene, 120_000);
  const mails = await waitForMails(scene, 120_000);
  const { live, doubled, used } = await readBooks(scene);
  const { isSound, said } = await scene.checkInvariants();
  if (!isSound) say(said);
  return [
    printed('faults', sumOf(faults), textOf(faults)),
    atLeast('orders', live, 1, `in the books; ${buyers.orders.length} told to their buyers`),
    printed(
      'ended-by-itself',
      sumOf(scene.ended()),
      `programs, started again as a supervisor does it: ${textOf(scene.ended())}`,
    ),
    printed('given-up', buyers.given.size, `carts refused or given up: ${reasonsOf(buyers)}`),
    printed('repeated', sumOf(buyers.troubles.counts), `calls: ${textOf(buyers.troubles.counts)}`),
    atMost('orders-lost', await findLost(scene, buyers), 0, 'told to a buyer and not in the books'),
    atMost('orders-doubled', doubled, 0, 'carts with more than one order'),
    atMost('orders-unsettled', unsettled, 0, 'neither placed nor given back two minutes later'),
    atMost('coupon-uses', used, couponLimit, `of a coupon for ${couponLimit} orders`),
    atMost('mails-missing', mails, 0, 'orders whose mail the worker has not written'),
    atMost('invariants-broken', isSound ? 0 : 1, 0, `ceiba check: ${said.split('\n').at(-1)}`),
  ];
};

const main = async (): Promise<boolean> => {
  const minutes = wholeNumber('--minutes', values.minutes, 1, 600);
  const count = wholeNumber('--buyers', values.buyers, 1, 200);
  const seed = wholeNumber('--seed', values.seed, 0, 1_000_000_000);
  const scene = await openScene(say);
  const stop = (): void => {
    void scene.close().finally(() => process.exit(1));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    await openCoupon(scene);
    const basket = basketsOf(await stockShelves(scene.database));
    const buyers = openBuyers({ port: scene.lines.shoppers.port, basket, count, couponCode });
    say(`${count} buyers, faults of seed ${seed} for ${minutes} min …`);
    const faults = await playFaults(scene, seed, performance.now() + minutes * 60_000);
    await buyers.stop();
    say(tableHead);
    const results = await audit(scene, buyers, faults);
    for (const result of results) say(lineOf(result));
    return isGood(results);
  } finally {
    await scene.close();
  }
};

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: Error) => {
    stopAll();
    say(error.stack ?? error.message);
    process.exit(1);
  },
);
