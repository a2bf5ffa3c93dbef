import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { stopAll } from '../processes.ts';
import { isGood, lineOf, tableHead, wholeNumber } from '../result.ts';
import { audit } from './audit.ts';
import { openBuyers } from './buyers.ts';
import { openClerk } from './clerk.ts';
import { nameOf, nextFault, play, randomFrom } from './faults.ts';
import { openMarket } from './market.ts';
import { type ChaosScene, openScene } from './scene.ts';

// `npm run chaos`: a shop whose parts die and whose lines break while people buy. See docs/operations.md.
const { values } = parseArgs({
  options: {
    chaos: { type: 'boolean', default: true },
    minutes: { type: 'string', default: '5' },
    buyers: { type: 'string', default: '8' },
    /** The same faults in the same order. */
    seed: { type: 'string', default: '1' },
    /** It goes on until buyers were told of so many, whatever the minutes. */
    orders: { type: 'string', default: '1' },
    /** The longest time between two faults. Seconds. */
    breath: { type: 'string', default: '3' },
    /** The longest time between a kill and the next start of what was killed. Seconds. */
    away: { type: 'string', default: '2' },
    /** How often the coupon can be used. */
    coupons: { type: 'string', default: '100' },
  },
});

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const couponCode = 'CHAOS';

/** How often a long run says how far it is. Milliseconds. */
const tellEveryMs = 60_000;

/** Faults one after the other with a breath between, until it is enough; answers how often each happened. */
const playFaults = async (
  scene: ChaosScene,
  {
    seed,
    breathMs,
    awayMs,
    isEnough,
    tell,
  }: { seed: number; breathMs: number; awayMs: number; isEnough: () => boolean; tell: (faults: number) => void },
): Promise<Map<string, number>> => {
  const random = randomFrom(seed);
  const counts = new Map<string, number>();
  let toldAt = performance.now();
  while (!isEnough()) {
    const next = performance.now() + random() * breathMs;
    while (performance.now() < next && !isEnough()) await sleep(100);
    const fault = nextFault(random, awayMs);
    counts.set(nameOf(fault), (counts.get(nameOf(fault)) ?? 0) + 1);
    await play(scene, fault);
    if (performance.now() - toldAt < tellEveryMs) continue;
    toldAt = performance.now();
    tell([...counts.values()].reduce((sum, times) => sum + times, 0));
  }
  return counts;
};

const main = async (): Promise<boolean> => {
  const minutes = wholeNumber('--minutes', values.minutes, 1, 600);
  const count = wholeNumber('--buyers', values.buyers, 1, 200);
  const seed = wholeNumber('--seed', values.seed, 0, 1_000_000_000);
  const orders = wholeNumber('--orders', values.orders, 1, 1_000_000);
  const breathMs = wholeNumber('--breath', values.breath, 0, 600) * 1_000;
  const awayMs = wholeNumber('--away', values.away, 0, 60) * 1_000;
  const couponLimit = wholeNumber('--coupons', values.coupons, 1, 1_000_000);
  const scene = await openScene(say);
  const stop = (): void => {
    void scene.close().finally(() => process.exit(1));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const coupon = { code: couponCode, limit: couponLimit };
    const market = await openMarket(scene, coupon);
    const buyers = openBuyers({ port: scene.lines.shoppers.port, market, count });
    const clerk = openClerk(scene);
    say(`${count} buyers, faults of seed ${seed} for ${minutes} min and ${orders} orders …`);
    const endsAt = performance.now() + minutes * 60_000;
    const isEnough = (): boolean => performance.now() >= endsAt && buyers.orders.length >= orders;
    const tell = (played: number): void => say(`${buyers.orders.length} orders, ${played} faults`);
    const faults = await playFaults(scene, { seed, breathMs, awayMs, isEnough, tell });
    await buyers.stop();
    await clerk.stop();
    say(tableHead);
    const results = await audit(scene, { buyers, clerk, faults, market, couponLimit }, say);
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
