import { setTimeout as sleep } from 'node:timers/promises';
import { centavos, formatQ } from '@ceiba/domain/money/money';
import pg from 'pg';
import { ask } from '../ask-database.ts';
import { median } from '../figures.ts';
import { type Connection, openConnection, requestOf } from '../http-connection.ts';
import { atMost, type BenchResult, printed } from '../result.ts';
import type { Scene } from './journeys-scene.ts';

const changes = 20;

/** Whether a page came from what the node keeps. */
export const isKept = (head: string): boolean => /^x-cache: hit/im.test(head);

/** Until the page is kept, so that only a purge can renew it. */
export const warm = async (node: Connection, request: Buffer): Promise<void> => {
  while (!isKept((await node.send(request)).head)) await sleep(5);
};

/** Milliseconds until a node's page shows the text. */
const timeUntil = async (node: Connection, request: Buffer, text: string, start: number): Promise<number> => {
  for (;;) {
    const { body } = await node.send(request);
    const elapsed = performance.now() - start;
    if (body.includes(text) || elapsed > 15_000) return elapsed;
    await sleep(2);
  }
};

/** A price changed in the database; how long until each node's own pages show it, none of them asked to look. */
export const playPriceChange = async ({ stage, basket }: Scene): Promise<BenchResult[]> => {
  const [sku = ''] = basket();
  const [product] = await ask<{ slug: string }>(stage.database, `select slug from products where sku = '${sku}'`);
  const request = requestOf('GET', `/${product?.slug}`);
  const nodes = await Promise.all(stage.nodes.map(openConnection));
  const client = new pg.Client({ connectionString: stage.database.url });
  await client.connect();
  const times: number[][] = [];
  for (let change = 1; change <= changes; change += 1) {
    await Promise.all(nodes.map((node) => warm(node, request)));
    const price = 2_345_67 + change * 100;
    await client.query('update products set sales_price = $1, regular_price = $1 where sku = $2', [price, sku]);
    const start = performance.now();
    const shown = formatQ(centavos(price));
    times.push(await Promise.all(nodes.map((node) => timeUntil(node, request, shown, start))));
  }
  await client.end();
  for (const node of nodes) node.close();
  const all = times.map((each) => Math.max(...each));
  return [
    printed(
      'price-first-node',
      median(times.map((each) => Math.min(...each))),
      'ms until the first node shows a new price, median',
    ),
    printed(
      'price-every-node',
      median(all),
      `ms until every node shows it, median of ${changes}; page made anew included`,
    ),
    atMost('price-worst', Math.max(...all) / 1000, 5, 's until every node shows it, worst'),
  ];
};
