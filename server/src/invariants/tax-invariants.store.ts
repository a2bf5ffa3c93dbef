import { type Invariant, invariant, ordersSince } from './invariant.ts';

/**
 * SQL: a tax is not the one contained in an amount at a rate in basis points. The amount without its tax, times the rate, is that tax,
 * within half a centavo, because division gives no more. The shop divides and rounds (`containedTax`); this check multiplies and does neither.
 */
const isOtherTax = (tax: string, amount: string, rate: string): string =>
  `abs((${amount} - ${tax})::numeric * ${rate} - ${tax} * 10000) * 2 > 10000 + ${rate}`;

/** SQL: the charges of the order lines (l) for their goods and for their warranties. Amounts in centavos. */
const chargedBy = `lateral (select coalesce((l.warranty ->> 'amount')::bigint, 0) * l.quantity as warranties) w,
  lateral (select l.unit_price * l.quantity - l.discount - l.points_share + l.warranty_points as charged,
    w.warranties - l.warranty_points as warranty_charged) c`;

/** SQL: the order of a line (l) was placed well after that moment, so that no cart read before with an old rate is left. */
const isYounger = (moment: string): string =>
  `(select o.created_at from orders o where o.id = l.order_id) > ${moment} + interval '1 hour'`;

/** Lines from before `goods_iva` have the `net` and `iva` that the table generated for them, which cannot differ. */
export const taxInvariants: readonly Invariant[] = [
  invariant(
    'tax-of-lines',
    'The IVA of each line and of its warranties is the one contained in what was charged for them, at the rate of its issuer; gift cards carry none (DEC-233)',
    ordersSince,
    `select distinct l.order_id as id from order_lines l join sellers s on s.id = l.seller_id, ${chargedBy}
     where l.order_id >= $1 and l.goods_iva is not null and (
       c.charged < 0 or c.warranty_charged < 0 or ${isOtherTax('l.goods_iva', 'c.charged', 'l.tax_rate')}
       or ${isOtherTax('l.warranty_iva', 'c.warranty_charged', 'coalesce(l.warranty_tax_rate, 0)')}
       or (l.warranty is null) <> (l.warranty_tax_rate is null)
       or l.kind in ('giftCard', 'gift_card') and l.tax_rate <> 0
       or l.kind not in ('giftCard', 'gift_card') and (s.tax_regime = 'general') <> (l.tax_rate = 1200) and ${isYounger('s.tax_regime_since')})`,
  ),
  invariant(
    'tax-of-refunds',
    'What refunds take off an invoice is the IVA of what was given back: of a line, of its warranties and of the delivery; all of it where all of them went back (DEC-233)',
    ordersSince,
    `select l.order_id as id from order_lines l, ${chargedBy}, lateral (
         select sum(f.quantity) as units, sum(f.charged) as charged, sum(f.iva) as iva, sum(f.warranty_charged) as warranty_charged,
           sum(f.warranty_iva) as warranty_iva, bool_and(f.charged is not null) as is_known
         from refund_lines f where f.order_id = l.order_id and f.position = l.position) f
     where l.order_id in (select order_id from refunds where order_id >= $1) and l.order_id >= $1 and f.is_known and (
       ${isOtherTax('f.iva', 'f.charged', 'l.tax_rate')}
       or ${isOtherTax('f.warranty_iva', 'f.warranty_charged', 'coalesce(l.warranty_tax_rate, 0)')}
       or case when l.goods_iva is null then f.charged > l.net or f.units = l.quantity and (f.charged, f.iva) <> (l.net, l.iva)
         else f.charged > c.charged or f.warranty_charged > c.warranty_charged
           or f.units = l.quantity and (f.charged, f.iva, f.warranty_charged, f.warranty_iva)
             <> (c.charged, l.goods_iva, c.warranty_charged, l.warranty_iva) end)
     union all
     select o.id from orders o, lateral (
         select sum(r.iva) as iva, sum(r.shipping) as shipping, bool_and(r.iva is not null) as is_known, bool_or(r.cause_key = 'order') as is_whole
         from refunds r where r.order_id = o.id) r,
       lateral (select coalesce(sum(f.iva + f.warranty_iva), 0) as iva from refund_lines f where f.order_id = o.id) f,
       lateral (select sum(coalesce(l.goods_iva + l.warranty_iva, l.iva)) as iva from order_lines l where l.order_id = o.id) l
     where o.id in (select order_id from refunds where order_id >= $1) and r.is_known and case when r.is_whole
       then ${isOtherTax('(r.iva - l.iva)', 'o.shipping', 'coalesce(o.shipping_tax_rate, 1200)')}
       else ${isOtherTax('(r.iva - f.iva)', 'r.shipping', 'coalesce(o.shipping_tax_rate, 1200)')} end`,
  ),
];
