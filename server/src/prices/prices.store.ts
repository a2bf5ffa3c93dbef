import type { Centavos } from '@ceiba/domain/money/money';
import type { PriceDoubt, priceProofs } from '@ceiba/domain/prices/price-doubts';
import { column, neverNull, statement } from '../platform/db/statement.ts';

type PriceProof = keyof typeof priceProofs;

/** A step of `price_steps`. The time is ISO 8601. Amounts are centavos. */
export interface StoredStep {
  from: string;
  price: Centavos | null;
}

/** Returns SQL for the steps of product `p` since a moment, oldest first, as JSON. */
const stepsSince = (since: string): string =>
  `(select coalesce(json_agg(json_build_object('from', s.starts_at, 'price', s.price) order by s.starts_at), '[]')
     from price_steps(p.id, ${since}) s)`;

/** Reads a product on sale with its steps since a given time, and the reference of the running reduction (PRICE-04). */
export const selectHistory = statement(
  'prices.history',
  `select (select min(at) from price_changes c where c.product_id = p.id and c.price is not null and c.flash_sale_id is null) as known_from, ${stepsSince('$2::timestamptz')} as steps,
     (select json_build_object('price', r.price, 'startsAt', r.starts_at, 'days', r.days, 'since', r.known_since) from price_references r
      where r.product_id = p.id and r.starts_at <= $3 and (r.ends_at is null or r.ends_at > $3) order by r.starts_at desc, r.product_id limit 1) as reference
   from products p where p.sku = $1 and p.is_published`,
  {
    steps: column<StoredStep[]>(),
    reference: column<{ price: Centavos; startsAt: string; days: number; since: string | null } | null>(),
  },
);

const facts =
  'k.reduced_since as since, k.reference, k.offered_days, k.raised_at, k.raised_from, k.raised_to, k.former_end, k.doubts';

/** The types of `facts`, because for PostgreSQL every column of a function may be null. */
const factTypes = {
  since: neverNull<Date>(),
  reference: column<Centavos>(),
  offeredDays: neverNull<number>(),
  raisedFrom: column<Centavos>(),
  raisedTo: column<Centavos>(),
  doubts: neverNull<PriceDoubt[]>(),
};

/** Checks discounts that a person wants to save. The n-th regular price, price and end belong to the n-th sku. */
export const selectChecks = statement(
  'prices.checks',
  `select p.sku, w.regular as "regularPrice", w.price, w.ends_at, ${facts}
   from unnest($1::text[], $2::bigint[], $3::bigint[], $4::timestamptz[]) w (sku, regular, price, ends_at)
     join products p on p.sku = w.sku
     cross join lateral price_check(p.id, w.regular, w.price, w.ends_at, $5) k`,
  { ...factTypes, regularPrice: neverNull<Centavos>(), price: neverNull<Centavos>() },
);

/** The lowest price that covers the average cost of each product, IVA included. Products without a known cost are left out. */
export const selectBreakEven = statement(
  'prices.break-even',
  `select p.sku, k.price from products p cross join lateral break_even_price(p.id) k (price)
   where p.sku = any ($1::text[]) and k.price is not null`,
  { price: neverNull<Centavos>() },
);

/** Judges flash sales of one period that somebody wants to make: the n-th price of the n-th sku, from the moment when the sales begin. */
export const selectSaleChecks = statement(
  'prices.sale-checks',
  `select p.sku, p.regular_price, w.price, ${facts}
   from unnest($1::text[], $2::bigint[]) w (sku, price)
     join products p on p.sku = w.sku
     -- No sale has the number 0.
     cross join lateral price_check(p.id, p.regular_price, w.price, $3, greatest($4, now()), 0) k
   where p.regular_price > w.price`,
  { ...factTypes, regularPrice: neverNull<Centavos>(), price: neverNull<Centavos>() },
);

/** Discounts that are active at a given time, doubtful discounts first (PRICE-06). */
export const listRunning = statement(
  'prices.running',
  `select k.sku, k.title, k.regular_price, k.price, k.ends_at, k.known_days, k.proof, ${facts}
   from running_discounts($1) k order by k.proof, k.sku`,
  {
    ...factTypes,
    sku: neverNull(),
    title: neverNull(),
    regularPrice: neverNull<Centavos>(),
    price: neverNull<Centavos>(),
    proof: neverNull<PriceProof>(),
  },
);
