import { ask, stockShelves } from '../ask-database.ts';
import { basketsOf } from '../purchase-journey.ts';
import type { Market } from './errands.ts';
import type { ChaosScene } from './scene.ts';

/** So few orders wait for one advisor at a time that buyers are refused none of theirs (record 0039). */
const advisorCount = 40;

/** Centavos: what a certificate pays. */
const roundPrice = 25_00;

/** Points of each account of the program, which the demo's 25,000 would not do for. */
const plentyOfPoints = 1_000_000_000;

/** Opens what buyers in chaos need beside full shelves: a coupon, advisors, points, and a product with a round price. */
export const openMarket = async (
  scene: ChaosScene,
  { code, limit }: { code: string; limit: number },
): Promise<Market> => {
  const { database } = scene;
  const [roundSku = '', ...skus] = await stockShelves(database);
  const advisors = Array.from({ length: advisorCount }, (_, index) => `chaos-${index}`);
  await ask(
    database,
    `update products set regular_price = ${roundPrice}, sales_price = ${roundPrice} where sku = '${roundSku}'`,
  );
  await ask(
    database,
    `insert into coupons (code, label, amount, total_limit) values ('${code}', 'Chaos', 500, ${limit})`,
  );
  const [till] = await ask<{ store: string }>(
    database,
    'select store_code as store from stores where is_pickup and not is_warehouse order by store_code limit 1',
  );
  if (till === undefined) throw new Error('there is no store');
  await ask(
    database,
    `select move_stock(id, '${till.store}', 10000000, 'received') from products where sku = '${roundSku}'`,
  );
  const names = advisors.map((hash) => `('${hash}', '${till.store}', 'Andrea', now())`);
  await ask(database, `insert into advisors (hash, store_code, first_name, added_at) values ${names.join(', ')}`);
  const earlier = await ask<{ id: string }>(database, 'select id from orders');
  scene.givePoints('BiPoints', plentyOfPoints);
  return {
    basket: basketsOf(skus),
    couponCode: code,
    roundSku,
    advisors,
    store: till.store,
    earlierOrders: earlier.map(({ id }) => id),
  };
};
