-- A receipt is unique at the till that gave it: two stores number theirs alike. That of an order that is canceled pays nothing, and
-- may be typed for the one it was meant for.

-- What is the same to whoever reads it off a paper: "R-12", "r 12" and "R–12". What separates counts, so that 1-23 is not 12-3.
create function receipt_key(receipt text) returns text language sql immutable strict as $$
  select coalesce(nullif(trim(both '-' from regexp_replace(upper(receipt), '[^[:alnum:]]+', '-', 'g')), ''), receipt)
$$;

alter table till_receipts
  drop constraint till_receipts_receipt_key,
  -- Its store's; null where it is not known.
  add column till text references stores (store_code),
  add column key text not null generated always as (receipt_key(receipt)) stored,
  -- When it ceased to pay its order.
  add column freed_at timestamptz;

update till_receipts r set till = a.store_code
  from orders o join carts c on c.id = o.cart_id join advisors a on a.hash = c.advisor_hash where o.id = r.order_id;
-- Of those that are alike now, the first stands, as it would have.
update till_receipts r set freed_at = now() from orders o
  where o.id = r.order_id and (o.status = 'canceled' or exists (
    select from till_receipts f join orders p on p.id = f.order_id
    where p.status <> 'canceled' and f.till is not distinct from r.till and f.key = r.key
      and (f.kept_at, f.order_id) < (r.kept_at, r.order_id)));

create unique index till_receipts_one_order on till_receipts (till, key) nulls not distinct where freed_at is null;

-- As before; and the receipt is free.
create or replace function end_canceled_order(of_order uuid, moment timestamptz, reason text) returns void language plpgsql as $$
begin
  perform release_order(of_order, moment);
  update payments set status = 'refused', refusal_code = upper(reason), decided_at = moment
    where order_id = of_order and status = 'pending';
  update payments set status = 'reversing', reverse_after = clock_timestamp()
    where order_id = of_order and status = 'approved' and amount > 0 and kind in ('Card', 'CardInstallments');
  if found then
    perform graphile_worker.add_job('reconcile-orders', '{}', job_key => 'reconcile-orders');
  end if;
  update till_receipts set freed_at = moment where order_id = of_order;
  insert into order_events (order_id, kind, detail, created_at)
    values (of_order, 'canceled', jsonb_build_object('reason', reason), moment);
  insert into order_events (order_id, kind, detail, created_at)
    select of_order, 'refund_due', jsonb_build_object('amount', amount), moment from payments
    where order_id = of_order and status = 'approved' and amount > 0 and kind = 'StorePayment';
  update payments set status = 'reversed' where order_id = of_order and status = 'approved';
  perform graphile_worker.add_job('order-canceled', json_build_object('orderId', of_order, 'reason', reason));
end $$;
