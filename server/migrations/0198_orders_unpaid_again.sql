-- Takes back that an order was paid at its store: it was typed for the wrong one, and no till has its money. Before its 48 hours are
-- over (`placed_after`) it waits for its payment again, later it is canceled as one that nobody paid, and nothing is due to anybody.
-- Answers how it stands now; null, and nothing written, when no such payment is there, or a part of the order was sent off.
create function unpay_order(order_number bigint, placed_after timestamptz, moment timestamptz) returns order_status
language plpgsql as $$
declare of_order uuid; is_late boolean;
begin
  -- First, as whoever pays, cancels or sends it does: so that what is asked of it stays true.
  perform from orders where number = order_number for update;
  select o.id, o.placed_at <= placed_after into of_order, is_late from orders o
    where number = order_number and payment_type = 'StorePayment' and status = 'processing'
      and exists (select from payments p where p.order_id = o.id and p.status = 'approved' and p.amount > 0)
      and not exists (select from shipment_stages g where g.order_id = o.id and g.stage in ('onTheWay', 'delivered'));
  if of_order is null then return null; end if;
  insert into order_events (order_id, kind, detail, created_at)
    select of_order, 'unpaid', jsonb_strip_nulls(jsonb_build_object('amount', p.amount, 'receipt', r.receipt, 'clerk', r.clerk)), moment
    from payments p left join till_receipts r on r.order_id = of_order where p.order_id = of_order and p.status = 'approved';
  delete from till_receipts where order_id = of_order;
  update payments set status = 'pending', decided_at = null where order_id = of_order and status = 'approved';
  -- No purchase, unless it was told as one already; its shipments begin anew once it is paid.
  delete from untold_purchases where order_id = of_order;
  delete from shipment_stages where order_id = of_order;
  if is_late then
    update orders set status = 'canceled', updated_at = moment where id = of_order;
    perform end_canceled_order(of_order, moment, 'not_paid');
    return 'canceled';
  end if;
  -- Gift cards are for what is paid: codes that were sent are void, and new ones go out once it is.
  update order_lines set gift_cards_sent_at = null
    where order_id = of_order and gift_card is not null and gift_cards_sent_at is not null;
  if found then
    perform recall_gift_cards(of_order, moment);
    insert into order_events (order_id, kind, created_at) values (of_order, 'gift_cards_recalled', moment);
  end if;
  update orders set status = 'pending_payment', updated_at = moment where id = of_order;
  return 'pending_payment';
end $$;
