import type { Centavos } from '@ceiba/domain/money/money';
import { column, neverNull, statement } from '../platform/db/statement.ts';

interface StockOfferRow {
  id: number;
  offerType: 'By SKU' | 'By Category ID';
  offerTypeValue: string;
  threshold: number;
  startsAt: string;
  endsAt: string;
  category: string | null;
}

/**
 * The promotions of a product at a time. A function that the product page also uses returns the warranties. Offers have
 * the order of `productCardSelect`.
 */
export const selectProductOffers = statement(
  'promotions.product-offers',
  `select p.sku, p.title, price_at(p.id, $2) as price, c.ancestor_ids as categories,
     case when p.kind = 'goods' then coalesce((select salable from stock_totals t where t.product_id = p.id), 0) end as salable,
     (select json_build_object('id', f.id, 'price', f.price, 'endsAt', f.ends_at) from flash_sales f
        where f.product_id = p.id and f.starts_at <= $2 and f.ends_at > $2 order by f.price, f.id limit 1) as flash_sale,
     (select coalesce(json_agg(json_build_object('id', g.id, 'title', g.title, 'endDate', g.end_date) order by g.id), '[]')
        from free_gifts g where g.product_id = p.id) as gifts,
     (select coalesce(json_agg(json_build_object('id', k.id, 'sku', o.sku, 'title', o.title) order by k.place, k.companion_id), '[]')
        from product_companions k join products o on o.id = k.companion_id where k.product_id = p.id) as companions,
     (select coalesce(json_agg(json_build_object('code', w.sku, 'label', w.label, 'amount', w.amount,
          'category', (select a.title from categories a where a.id = w.category_id)) order by w.amount, w.id), '[]')
        from product_warranties(p.id) w) as warranties,
     (select coalesce(json_agg(json_build_object('id', o.id, 'offerType', o.offer_type, 'offerTypeValue', o.offer_value, 'threshold', o.threshold,
          'startsAt', o.starts_at, 'endsAt', o.ends_at,
          'category', case when o.offer_type <> 'By SKU' then (select a.title from categories a where a.id::text = o.offer_value) end)
          order by array_position(c.ancestor_ids::text[], o.offer_value) desc nulls first, o.id), '[]')
        from stock_offers o where o.starts_at <= $2 and o.ends_at >= $2
          and (o.offer_type = 'By SKU' and o.offer_value = p.sku
            or o.offer_type = 'By Category ID' and o.offer_value = any (c.ancestor_ids::text[]))) as stock_offers
   from products p join categories c on c.id = p.category_id where p.sku = $1`,
  {
    price: column<Centavos>(),
    categories: neverNull<number[]>(),
    flashSale: column<{ id: number; price: Centavos; endsAt: string }>(),
    gifts: neverNull<{ id: number; title: string; endDate: string | null }[]>(),
    companions: neverNull<{ id: number; sku: string; title: string }[]>(),
    warranties: neverNull<{ code: string; label: string; amount: Centavos; category: string | null }[]>(),
    stockOffers: neverNull<StockOfferRow[]>(),
  },
);
