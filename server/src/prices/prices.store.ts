import type { Centavos } from '@ceiba/domain/money/money';
import { column, statement } from '../platform/db/statement.ts';

/** A step of `price_steps`. The moment is ISO 8601, amounts are centavos. */
export interface StoredStep {
  from: string;
  regularPrice: Centavos | null;
  price: Centavos | null;
}

/** SQL of the steps of product `p` since a moment, oldest first, as JSON. */
const stepsSince = (since: string): string =>
  `(select coalesce(json_agg(json_build_object('from', s.starts_at, 'regularPrice', s.regular_price, 'price', s.price) order by s.starts_at), '[]')
     from price_steps(p.id, ${since}) s)`;

/** A product on sale with its steps since a moment, and the reference of the reduction that runs (PRICE-04). */
export const selectHistory = statement(
  'prices.history',
  `select (select min(at) from price_changes c where c.product_id = p.id) as known_from, ${stepsSince('$2::timestamptz')} as steps,
     (select json_build_object('price', r.price, 'startsAt', r.starts_at, 'days', r.days, 'since', r.known_since) from price_references r
      where r.product_id = p.id and r.starts_at <= $3 and (r.ends_at is null or r.ends_at > $3) order by r.starts_at desc limit 1) as reference
   from products p where p.sku = $1 and p.is_published`,
  {
    steps: column<StoredStep[]>(),
    reference: column<{ price: Centavos; startsAt: string; days: number; since: string | null } | null>(),
  },
);
