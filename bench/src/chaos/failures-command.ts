import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listSlugs } from '../bench-room.ts';
import {
  atLeast,
  atMost,
  type BenchResult,
  chosenParts,
  countsOf,
  printed,
  say,
  spreadOf,
  totalOf,
  wholeNumber,
} from '../figures.ts';
import { audit } from './audit.ts';
import { type Buyers, openBuyers } from './buyers.ts';
import { runOnStage, type Stage, waitForPlacing } from './stage.ts';

// `npm run bench -- --nodes 2` runs several web processes behind a balancer. While shoppers buy, processes and the database
// fail, one after the other. See docs/operations.md.
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '2' },
    /** Regular expression for the names of scenes. */
    only: { type: 'string', default: '.' },
  },
});
const nodes = wholeNumber('--nodes', values.nodes, 2, 8);

/** The reasons of failed purchases. */
const failures: string[] = [];

const seconds = (milliseconds: number): number => milliseconds / 1000;

/** Number of slow buyers beside the eight others. The order of a slow buyer waits at the bank most of the time. */
const slowBuyers = 4;

/** Starts the buyers, and two shoppers who fill carts without buying. Half of the first eight buyers pay by card. */
const openCrowd = ({ webPorts, market }: Stage, slow = 0): Buyers => {
  const waysOfBuyer = (index: number): string[] => [index >= 8 ? 'late card' : index % 2 === 0 ? 'card' : 'cash'];
  return openBuyers({ ports: webPorts, market, count: 8 + slow, collectors: 2, waysOfBuyer });
};

/** Lets the buyers finish. Records their orders and carts, which the audit checks. */
const stopCrowd = async ({ promises }: Stage, crowd: Buyers): Promise<void> => {
  await crowd.stop();
  promises.orders.push(...crowd.orders);
  promises.carts.push(...crowd.carts);
  failures.push(...crowd.given);
};

/** Measures purchases. Each call of a shopper goes to another process than the call before. */
const playJourneys = async (stage: Stage): Promise<BenchResult[]> => {
  // Code that has not run yet is slow. Without this warm-up the first purchases would distort the measurement.
  const early = openCrowd(stage);
  await sleep(5_000);
  await stopCrowd(stage, early);
  const crowd = openCrowd(stage);
  const start = performance.now();
  await sleep(8_000);
  await stopCrowd(stage, crowd);
  const { journeys, troubles } = crowd;
  const rate = journeys.length / seconds(performance.now() - start);
  return [
    printed('journeys', rate, `purchases/s by 8 shoppers, half by card; ${spreadOf(journeys)} a journey`),
    atMost('journeys-repeated', totalOf(troubles.counts), 0, `calls: ${countsOf(troubles.counts)}`),
  ];
};

/** One of the processes is killed (SIGKILL), and starts again. */
const playKill = async (stage: Stage): Promise<BenchResult[]> => {
  const crowd = openCrowd(stage, slowBuyers);
  await sleep(4_000);
  await waitForPlacing(stage, slowBuyers - 1);
  const killed = stage.kill('web', 4_000);
  const before = crowd.orders.length;
  await sleep(4_000);
  const meanwhile = crowd.orders.length - before;
  await killed;
  await sleep(3_000);
  await stopCrowd(stage, crowd);
  const { counts, longestMs, longestOrderMs } = crowd.troubles;
  return [
    atLeast('kill-goes-on', meanwhile, 1, 'purchases in the 4 s after a process was killed'),
    printed('kill-repeated', totalOf(counts), `calls: ${countsOf(counts)}`),
    printed('kill-longest-step', seconds(longestMs), 's until a shopper got an answer, longest'),
    printed('kill-longest-order', seconds(longestOrderMs), 's until an order cut off at the bank was settled, longest'),
  ];
};

/** One process after the other is stopped as in a release (SIGTERM), and started again. */
const playRelease = async (stage: Stage): Promise<BenchResult[]> => {
  const crowd = openCrowd(stage);
  await sleep(2_000);
  for (const index of stage.webPorts.keys()) {
    await stage.renew(index);
    await sleep(2_500);
  }
  await stopCrowd(stage, crowd);
  const { counts, longestMs } = crowd.troubles;
  return [
    atMost('release-repeated', totalOf(counts), 0, `calls: ${countsOf(counts)}`),
    printed('release-longest-step', seconds(longestMs), 's until a shopper got an answer, longest'),
  ];
};

/** The database restarts (`pg_ctl restart -m fast`). */
const playRestart = async (stage: Stage): Promise<BenchResult[]> => {
  // A page without an earlier request, so no process has cached this page.
  const slug = (await listSlugs(stage.database, 200)).at(-1);
  const crowd = openCrowd(stage, slowBuyers);
  await sleep(3_000);
  await waitForPlacing(stage, slowBuyers - 1);
  const start = performance.now();
  const statuses: number[] = [];
  await stage.restartDatabase(async () => {
    for (const path of [`/${slug}`, '/v1/carts/00000000-0000-4000-8000-000000000000'])
      statuses.push((await fetch(`http://127.0.0.1:${stage.webPorts[0]}${path}`)).status);
  });
  const awayMs = performance.now() - start;
  const before = crowd.orders.length;
  while (crowd.orders.length === before && performance.now() - start < 60_000) await sleep(20);
  const silenceMs = performance.now() - start;
  await sleep(3_000);
  await stopCrowd(stage, crowd);
  const { counts, longestOrderMs, silent503 } = crowd.troubles;
  return [
    printed('restart-away', seconds(awayMs), `s the database was away; a page and a call: ${statuses.join(', ')}`),
    printed('restart-silence', seconds(silenceMs), 's from its stop until the next purchase was done'),
    printed('restart-longest-order', seconds(longestOrderMs), 's until an order cut off at the bank was settled'),
    printed('restart-repeated', totalOf(counts), `calls: ${countsOf(counts)}`),
    atMost('restart-silent-503', silent503, 0, '503 without Retry-After'),
  ];
};

const scenes: Record<string, (stage: Stage) => Promise<BenchResult[]>> = {
  journeys: playJourneys,
  kill: playKill,
  release: playRelease,
  restart: playRestart,
};

const playAudit = async (stage: Stage): Promise<BenchResult[]> => [
  atMost('given-up', failures.length, 0, `purchases refused or given up: ${failures.slice(0, 5).join(', ')}`),
  ...(await audit(stage, stage.market, stage.promises)),
];

const chosen = chosenParts(scenes, values.only);

runOnStage(
  async () => {
    say(`Starting ${nodes} web processes, a worker, a bank and a database …`);
    return { webCount: nodes };
  },
  { code: 'FAILURES', limit: 1 },
  (stage) => [...chosen, ['audit', playAudit] as const].map(([name, part]) => [name, () => part(stage)]),
);
