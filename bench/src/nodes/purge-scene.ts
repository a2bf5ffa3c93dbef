import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ask } from '../ask-database.ts';
import { percentile } from '../figures.ts';
import { type Connection, openConnection, requestOf } from '../http-connection.ts';
import { type BenchResult, printed } from '../result.ts';
import type { Scene } from './journeys-scene.ts';
import { isKept, warm } from './price-scene.ts';

const changes = 100;
const longestMs = 15_000;

/** Milliseconds from the change until the first request is sent that the node no longer answers with what it kept. */
const timeUntilPurged = async (node: Connection, request: Buffer, start: number): Promise<number> => {
  for (;;) {
    const sent = performance.now() - start;
    if (!isKept((await node.send(request)).head) || sent > longestMs) return sent;
    await sleep(0);
  }
};

/** Stock and prices change in the database; how long until each node has dropped what it kept of the product. */
export const playPurge = async ({ stage, basket }: Scene): Promise<BenchResult[]> => {
  const [sku = ''] = basket();
  const [product] = await ask<{ slug: string }>(stage.database, `select slug from products where sku = '${sku}'`);
  const request = requestOf('GET', `/${product?.slug}`);
  const nodes = await Promise.all(stage.nodes.map(openConnection));
  const client = new pg.Client({ connectionString: stage.database.url });
  await client.connect();
  const times: number[] = [];
  for (let change = 1; change <= changes; change += 1) {
    await Promise.all(nodes.map((node) => warm(node, request)));
    await client.query('update products set sales_price = $1, regular_price = $1 where sku = $2', [
      3_456_78 + change * 100,
      sku,
    ]);
    const start = performance.now();
    times.push(Math.max(...(await Promise.all(nodes.map((node) => timeUntilPurged(node, request, start))))));
  }
  await client.end();
  for (const node of nodes) node.close();
  const spread = `p50 ${percentile(times, 0.5).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms`;
  return [
    printed(
      'purge-every-node',
      percentile(times, 0.99),
      `ms until all ${nodes.length} nodes have dropped a changed product, p99 of ${changes}; ${spread}; meant to be below 100`,
    ),
  ];
};
