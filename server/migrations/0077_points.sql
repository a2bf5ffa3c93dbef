-- Certificates of points programs (PTS, DEC-112 to DEC-114): offered, put into a cart's slot, taken with its order.

create type points_status as enum (
  'issued',        -- offered to a cart; for 30 minutes it may be applied
  'holding',       -- the program is being asked to block its points
  'held',          -- blocked, in the slot of its cart
  'claimed',       -- blocked for an order
  'capturing',     -- its order is paid: the program is being asked to take the points
  'captured',
  'giving_back',   -- the program is being asked to free them, or to return what it took
  'given_back'
);

create table points_certificates (
  code uuid primary key,                        -- v4; the key of its hold at the program: one certificate, one hold
  offer_id uuid not null,                       -- those of one answer share it
  cart_id uuid not null,                        -- no reference: points are given back although the cart is gone
  order_id uuid references orders (id),
  program text not null,
  account text not null,                        -- the program's own name of it; nothing of who has it is kept
  amount bigint not null check (amount > 0),    -- centavos
  points integer not null check (points > 0),
  status points_status not null default 'issued',
  issued_at timestamptz not null,
  applied_at timestamptz,
  settle_after timestamptz,                     -- from when the program is asked again; moved on as its lease
  unsettled_since timestamptz,
  constraint points_order check ((order_id is not null) >= (status in ('claimed', 'capturing', 'captured'))),
  constraint points_settle_while_open check ((settle_after is not null) = (status in ('holding', 'capturing', 'giving_back')))
);
create index points_certificates_unsettled on points_certificates (settle_after)
  where status in ('holding', 'capturing', 'giving_back');
create index points_certificates_offered on points_certificates (issued_at) where status = 'issued';
create index points_certificates_held on points_certificates (applied_at) where status = 'held';
create index points_certificates_given_back on points_certificates (issued_at) where status = 'given_back' and order_id is null;
create unique index points_certificates_order on points_certificates (order_id) where order_id is not null;

create function points_unsettled_since() returns trigger language plpgsql as $$
begin
  new.unsettled_since := case when new.settle_after is not null then clock_timestamp() end;
  return new;
end $$;
create trigger points_unsettled_since before update of status on points_certificates
  for each row when (new.status <> old.status) execute function points_unsettled_since();

-- Asks the job that talks with the programs to run now.
create function settle_points_soon() returns void language sql as $$
  select graphile_worker.add_job('settle-points', '{}', job_key => 'settle-points');
$$;

-- Puts a certificate whose points are blocked into its cart's slot; with a refusal its points are given back.
create function put_cart_certificate(of_code uuid, moment timestamptz) returns text language plpgsql as $$
declare
  certificate points_certificates;
  refusal text;
begin
  select * into certificate from points_certificates where code = of_code;
  refusal := lock_cart(certificate.cart_id);
  if refusal is null and exists (select from carts where id = certificate.cart_id and num_nonnulls(coupon_code, certificate_code) > 0) then
    refusal := 'COUPON_ALREADY_APPLIED';
  end if;
  if refusal is null then
    update points_certificates set status = 'held', settle_after = null where code = of_code and status = 'holding';
    if not found then return 'CERTIFICATE_EXPIRED'; end if;
    update carts set certificate_code = of_code::text, certificate_amount = certificate.amount, updated_at = moment
      where id = certificate.cart_id;
    return null;
  end if;
  update points_certificates set status = 'giving_back', settle_after = clock_timestamp() where code = of_code and status = 'holding';
  perform settle_points_soon();
  return refusal;
end $$;

-- Whatever empties the slot or removes the cart gives the points back; not what an order has taken.
create function give_back_points_of_cart() returns trigger language plpgsql as $$
begin
  update points_certificates set status = 'giving_back', settle_after = clock_timestamp()
    where code = old.certificate_code::uuid and status = 'held';
  if found then perform settle_points_soon(); end if;
  return null;
end $$;
create trigger carts_certificate_leaves after update of certificate_code on carts
  for each row when (old.certificate_code is distinct from new.certificate_code and old.certificate_code is not null)
  execute function give_back_points_of_cart();
create trigger carts_deleted_with_certificate after delete on carts
  for each row when (old.certificate_code is not null) execute function give_back_points_of_cart();

-- A certificate goes with its order, once: a placement whose certificate is not to be had is undone whole.
create function claim_points_of_order() returns trigger language plpgsql as $$
begin
  update points_certificates set order_id = new.id, status = 'claimed'
    where code = new.certificate_code::uuid and status = 'held' and cart_id = new.cart_id;
  if not found then raise exception 'the certificate of an order is not held'; end if;
  perform follow_points_of_order(new);
  return null;
end $$;

-- Paid: the points are taken (DEC-114). Cash is paid when it is delivered. Void: back in the slot of its cart, which
-- is open again. Canceled: freed, or returned where they were taken.
create function follow_points_of_order(now_is orders) returns void language plpgsql as $$
begin
  if now_is.status = 'void' then
    update points_certificates set status = 'held', order_id = null where order_id = now_is.id and status = 'claimed';
    return;
  elsif now_is.status = 'canceled' then
    update points_certificates set status = 'giving_back', settle_after = clock_timestamp()
      where order_id = now_is.id and status in ('claimed', 'capturing', 'captured');
  elsif now_is.status = 'delivered' or (now_is.payment_type <> 'Cash' and now_is.status in ('processing', 'shipped')) then
    update points_certificates set status = 'capturing', settle_after = clock_timestamp()
      where order_id = now_is.id and status = 'claimed';
  else
    return;
  end if;
  if found then perform settle_points_soon(); end if;
end $$;
create function follow_points_of_changed_order() returns trigger language plpgsql as $$
begin
  perform follow_points_of_order(new);
  return null;
end $$;
create trigger orders_claim_certificate after insert on orders
  for each row when (new.certificate_code is not null) execute function claim_points_of_order();
create trigger orders_certificate_follows after update of status on orders
  for each row when (new.certificate_code is not null and old.status <> new.status)
  execute function follow_points_of_changed_order();
