-- Closing an account: what is personal is erased at once; of an order the invoice stays, as the law wants it, and until it has
-- arrived also what is needed to bring it.
alter table orders add column forgets_buyer boolean not null default false;   -- its account was closed: nobody's any more
create index orders_forgetting on orders (id) where forgets_buyer and email <> '';

-- Takes out of orders who ordered and where to. The invoice, its amounts and its lines stay.
create function forget_buyer(of_orders uuid[]) returns void language plpgsql as $$
begin
  -- In one order and before their lines, as forget_shopper does.
  perform from orders where id = any (of_orders) order by id for update;
  update order_lines set gift_card = null where order_id = any (of_orders) and gift_card is not null;
  update coupon_uses set email = '' where order_id = any (of_orders);
  delete from order_links where order_id = any (of_orders);
  -- What was told and shown of what came back; its files go with their rows.
  update returns set description = '', request_key = null where order_id = any (of_orders);
  delete from return_pictures p using returns r where r.id = p.return_id and r.order_id = any (of_orders);
  update orders set email = '', contact = '{}', shipping_address = null, client_key = null, network_key = null
    where id = any (of_orders);
end $$;

-- Whether nothing of an order is brought, decided or sent back any more, so that nobody need be asked about it.
create function is_order_over(of_order uuid) returns boolean language sql stable as $$
  select status in ('delivered', 'canceled')
    and not exists (select from returns r where r.order_id = o.id and r.received_at is null)
  from orders o where o.id = of_order;
$$;

-- Closes an account; answers its address, or why nothing was written. Of two at once the second finds nobody.
create function close_account(customer uuid, moment timestamptz, out refusal text, out closed_email text)
language plpgsql as $$
declare theirs uuid[];
begin
  -- No cart is brought to it meanwhile (sync_cart, open_customer_cart), and none of its carts placed.
  perform pg_advisory_xact_lock(hashtextextended('sync-cart:' || customer, 0));
  perform from carts where customer_id = customer and status in ('open', 'placing') order by id for update;
  select email into closed_email from customers where id = customer for update;
  if closed_email is null then refusal := 'UNAUTHORIZED'; return; end if;
  if exists (select from carts where customer_id = customer and status = 'placing')
      or exists (select from orders where customer_id = customer and status in ('placing', 'voiding')) then
    refusal := 'ORDER_IN_PROGRESS';
    return;
  end if;
  theirs := array(select id from orders where customer_id = customer order by id);
  perform forget_shopper(array(select id from orders where id = any (theirs) and status = 'void'));
  update orders set customer_id = null, forgets_buyer = true where id = any (theirs);
  perform forget_buyer(array(select id from orders where id = any (theirs) and is_order_over(id)));
  -- A certificate that leaves its cart gives its points back.
  delete from cart_lines l using carts c
    where l.cart_id = c.id and (c.customer_id = customer or c.id in (select cart_id from orders where id = any (theirs)))
      and (c.status = 'open' or l.gift_card is not null);
  update carts set status = 'closed', coupon_code = null, certificate_code = null, certificate_amount = null,
      donation = null, updated_at = moment
    where customer_id = customer and status = 'open';
  update carts set customer_id = null, email = null, shipping_address = null, billing_address = null, payment_method = null
    where customer_id = customer or id in (select cart_id from orders where id = any (theirs));
  delete from mails where recipient = closed_email;
  delete from sign_in_failures where email_hash = sha256(convert_to(closed_email, 'UTF8'));
  delete from customers where id = customer;
end $$;
