import { randomUUID } from 'node:crypto';
import { isDigitalOnly, isThirdParty } from '@ceiba/domain/carts/cart-line';
import { checkReadiness } from '@ceiba/domain/carts/readiness';
import { currentPrice, isFlashSaleActive } from '@ceiba/domain/catalog/price';
import { isCouponUsable } from '@ceiba/domain/coupons/coupon';
import { allowsDeliveryType } from '@ceiba/domain/delivery/delivery-choice';
import { centavos, zero } from '@ceiba/domain/money/money';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '../platform/db/database.ts';
import { openCart } from '../testing/cart-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { cartToPlace } from './cart-answer.ts';
import { type CouponColumn, toCoupon } from './cart-coupon.ts';
import type { LineFacts, PricedCart } from './cart-snapshot.ts';
import { readPricedCart } from './read-cart.store.ts';

// Some rules exist both in the database and in the domain (docs/decisions/0053-sql-stands-once.md). The database decides, under a lock or
// within one round trip, and the domain explains the reason. These tests check both with the same carts.

const now = new Date('2026-05-05T12:00:00-06:00');
const policy = defaultShopPolicy;
const shelf = [0, 1, 2, 3].map((index) => `TWIN-${index}`);

let shop: TestShop;
let cart: string;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  for (const sku of shelf) await createProduct(shop.db, { sku });
  cart = await openCart(shop);
});
afterAll(() => shop.close());

/** Offsets from a moment in milliseconds: just before, at, just after. */
const beside = fc.constantFrom(-1, 0, 1);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const product = fc.record({
  kind: fc.constantFrom('goods', 'goods', 'gift_card', 'service'),
  seller_id: fc.constantFrom(1, 1, 2),
  is_restricted: fc.boolean(),
  is_dropshipping: fc.boolean(),
  is_published: fc.constantFrom(true, true, true, false),
  sales_price: fc.constantFrom(100_00, 80_00, null),
  salable: orNull(fc.integer({ min: 0, max: 11 })),
  sales: fc.array(fc.record({ price: fc.constantFrom(50_00, 90_00), starts: beside, ends: beside }), { maxLength: 2 }),
});
const coupon = fc.record({
  starts: orNull(beside),
  ends: orNull(beside),
  total: orNull(fc.integer({ min: 0, max: 3 })),
  customer: orNull(fc.integer({ min: 0, max: 2 })),
  uses: fc.array(fc.constantFrom('ana@correo.gt', 'otra@correo.gt'), { maxLength: 3 }),
});
const drawing = fc.record({
  products: fc.tuple(product, product, product, product),
  /** Units of each product; 0: the product is not in the cart. */
  units: fc.tuple(...shelf.map(() => fc.integer({ min: 0, max: 10 }))),
  coupon,
});
type Drawn = typeof drawing extends fc.Arbitrary<infer Value> ? Value : never;

const at = (ms: number | null): Date | null => (ms === null ? null : new Date(now.getTime() + ms));

/** Writes the drawn values as rows that only the test's transaction sees. */
const write = async (tx: Transaction, { products, units, coupon: drawn }: Drawn): Promise<void> => {
  const run = (text: string, values: readonly unknown[] = []) => tx.run({ text, values: [...values] });
  await run(`select set_config('ceiba.bulk_load', 'on', true)`);
  // Sales from before the check of overlaps (PROD-11) may overlap.
  await run('alter table flash_sales disable trigger flash_sales_periods_insert');
  for (const [index, each] of products.entries()) {
    const id = `(select id from products where sku = '${shelf[index]}')`;
    await run(
      `update products set kind = $2::product_kind, seller_id = $3, is_restricted = $4, is_dropshipping = $5, is_published = $6,
         regular_price = $7, sales_price = $7 where sku = $1`,
      [
        shelf[index],
        each.kind,
        each.seller_id,
        each.is_restricted,
        each.is_dropshipping,
        each.is_published,
        each.sales_price,
      ],
    );
    await run(`delete from stock_totals where product_id = ${id}`);
    if (each.salable !== null) await run(`insert into stock_totals values (${id}, $1)`, [each.salable]);
    for (const { price, starts, ends } of each.sales) {
      if (starts >= ends) continue;
      await run(`insert into flash_sales (product_id, price, starts_at, ends_at) values (${id}, $1, $2, $3)`, [
        price,
        at(starts),
        at(ends),
      ]);
    }
    if ((units[index] ?? 0) === 0) continue;
    await run(
      `insert into cart_lines (id, cart_id, product_id, seller_id, quantity, added_at) values ($1, $2, ${id}, $3, $4, $5)`,
      [randomUUID(), cart, each.seller_id, units[index], now],
    );
  }
  await run(
    `insert into coupons (code, label, amount, starts_at, ends_at, total_limit, customer_limit, used_count)
     values ('GEMELO', 'Gemelo', 100, $1, $2, $3, $4, $5)`,
    [at(drawn.starts), at(drawn.ends), drawn.total, drawn.customer, drawn.uses.length],
  );
  for (const email of drawn.uses)
    await run(`insert into coupon_uses values (gen_random_uuid(), 'GEMELO', $1, now())`, [email]);
};

const stockCodes: readonly string[] = ['OUT_OF_STOCK', 'QUANTITY_GREATER_THAN_STOCK'];

/** The domain's reason why one line's units cannot be sold. */
const stockRefusal = (read: PricedCart, line: LineFacts): string | null => {
  const checked = checkReadiness(cartToPlace({ ...read, lines: [line] }), 'confirmCart', policy);
  return !checked.ok && stockCodes.includes(checked.error.code) ? checked.error.code : null;
};

interface Answers {
  units: Record<string, string | null>;
  delivery: boolean;
  pickup: boolean;
  couponFacts: CouponColumn;
  isOver: boolean;
}

const ask = async (tx: Transaction): Promise<Answers> => {
  const rows = await tx.run<Answers>({
    text: `select allows_shipping_method($1, 'delivery') as delivery, allows_shipping_method($1, 'pickup') as pickup,
        coupon_facts('GEMELO', 'ana@correo.gt') as "couponFacts", is_coupon_over('GEMELO', 'ana@correo.gt', $2) as "isOver",
        (select coalesce(json_object_agg(id, refuse_units(quantity, product_id)), '{}') from cart_lines where cart_id = $1) as units`,
    values: [cart, now],
  });
  const [answers] = rows;
  if (answers === undefined) throw new Error('nothing was answered');
  return answers;
};

const one = async (tx: Transaction, text: string, values: unknown[]): Promise<unknown> =>
  Object.values((await tx.run<Record<string, unknown>>({ text, values }))[0] ?? {})[0];

test('[DEC-27, DEC-78, DEC-81, DEC-82, DEC-89, DEC-97] database and domain agree on any cart', async () => {
  const seen = { refused: 0, free: 0, over: 0, usable: 0, forced: 0, onSale: 0 };
  const compare = async (tx: Transaction, drawn: Drawn): Promise<void> => {
    await write(tx, drawn);
    const read = await readPricedCart(tx, cart, now, policy);
    if (read === undefined) throw new Error('the cart is gone');
    const { lines } = read;
    expect(lines).toHaveLength(drawn.units.filter((count) => count > 0).length);
    const said = await ask(tx);

    const items = lines.map((line) => ({ ...line, isThirdParty: isThirdParty(line) }));
    expect(said.delivery).toBe(allowsDeliveryType(items, 'delivery'));
    expect(said.pickup).toBe(allowsDeliveryType(items, 'storepickup'));
    seen.forced += said.delivery === said.pickup ? 0 : 1;

    for (const line of lines) {
      expect(said.units[line.id]).toBe(stockRefusal(read, line));
      seen[said.units[line.id] === null ? 'free' : 'refused'] += 1;
      const { sales_price: usual, sales } = drawn.products[shelf.indexOf(line.sku)] ?? drawn.products[0];
      const running = sales.filter(({ starts, ends }) => {
        const [startsAt, endsAt] = [at(starts), at(ends)];
        return startsAt !== null && endsAt !== null && isFlashSaleActive({ startsAt, endsAt }, now);
      });
      const flash = running.length === 0 ? null : centavos(Math.min(...running.map(({ price }) => price)));
      expect(line.salesPrice).toBe(usual === null ? zero : currentPrice(centavos(usual), flash));
      seen.onSale += flash === null ? 0 : 1;
    }

    const column = toCoupon(said.couponFacts);
    expect(said.isOver).toBe(!isCouponUsable(column, column, now));
    expect(await one(tx, `select claim_coupon(gen_random_uuid(), 'GEMELO', 'ana@correo.gt', $1)`, [now])).toBe(
      !said.isOver,
    );
    seen[said.isOver ? 'over' : 'usable'] += 1;

    const isRefused = (await one(tx, 'select set_cart_donation($1, 1000, $2)', [cart, now])) !== null;
    expect(isRefused).toBe(lines.length === 0 || isDigitalOnly(lines));
  };
  await fc.assert(
    fc.asyncProperty(drawing, async (drawn) => {
      const undone = new Error('undone');
      const work = shop.db.transaction(async (tx) => {
        await compare(tx, drawn);
        throw undone;
      });
      await work.catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    }),
    { numRuns: 150 },
  );
  // Checks that the drawn carts gave both answers of each rule.
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(5);
});
