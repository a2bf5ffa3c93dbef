/** SQL of what may be returned of a line of an order, by the aliases `l` of order_lines and `p` of products. */

/** Whether it can be at all: gift cards cannot (DEC-142). */
export const isReturnable = `p.kind <> 'gift_card'`;

/** Units that were asked to be returned. */
export const returnedUnits = `(select coalesce(sum(r.quantity), 0)::int from returns r
  where r.order_id = l.order_id and r.position = l.position)`;
