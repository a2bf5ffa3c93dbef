-- Returns the data for the coupon rules: the coupon's row, and how often it was used in total and by this e-mail (DEC-78).
create or replace function coupon_facts(of_code text, of_email text) returns jsonb language sql stable as $$
  select jsonb_build_object('code', code, 'label', label, 'percentBasisPoints', percent_bp, 'amount', amount, 'cap', cap,
    'minimumSubtotal', minimum_subtotal, 'startsAt', starts_at, 'endsAt', ends_at, 'totalLimit', total_limit,
    'customerLimit', customer_limit, 'uses', used_count,
    'customerUses', case when customer_limit is null then 0 else coupon_uses_by(of_code, of_email) end)
  from coupons where code = of_code;
$$;

-- Returns how often an e-mail has used a coupon, with uses before its account was closed (DEC-78).
create or replace function coupon_uses_by(of_code text, of_email text) returns bigint language sql stable as $$
  select count(*) from coupon_uses u where u.code = of_code and u.email in (lower(of_email), forgotten_coupon_user(of_email));
$$;

-- Returns the hash that replaces an e-mail in the use of a coupon after its buyer was erased. The hash never looks like an
-- e-mail.
create or replace function forgotten_coupon_user(of_email text) returns text language sql stable as $$
  select 'hash:' || encode(sha256(convert_to(value || ':' || lower(of_email), 'UTF8')), 'hex')
  from shop_secrets where name = 'coupon-users';
$$;

-- Puts a coupon into a cart's slot. The caller then checks the coupon with the resulting cart and may undo this. `held`: the
-- former coupon. With a refusal nothing is written. A certificate is never replaced (DIF-33). A coupon that the cart already has
-- is returned again and changes nothing (DEC-202).
create or replace function put_cart_coupon(cart uuid, wanted text, moment timestamptz, out refusal text, out offered jsonb, out held jsonb)
language plpgsql as $$
declare slot record;
begin
  refusal := case when exists (select from flags where name = 'coupons' and not enabled) then 'FEATURE_DISABLED'
    else lock_cart(cart) end;
  if refusal is not null then return; end if;
  select coupon_code, certificate_code, email into slot from carts where id = cart;
  offered := coupon_facts(wanted, slot.email);
  held := coupon_facts(slot.coupon_code, slot.email);
  refusal := case when offered is null then 'COUPON_NOT_FOUND'
    when slot.certificate_code is not null then 'COUPON_ALREADY_APPLIED' end;
  if refusal is null then
    update carts set coupon_code = wanted, updated_at = moment where id = cart and coupon_code is distinct from wanted;
  end if;
end $$;

-- Removes the content of a cart's slot (API-37, API-65). Null if it was removed.
create or replace function empty_cart_slot(cart uuid, moment timestamptz) returns text language plpgsql as $$
declare refusal text := lock_cart(cart);
begin
  if refusal is null then
    update carts set coupon_code = null, certificate_code = null, certificate_amount = null, updated_at = moment
      where id = cart and num_nonnulls(coupon_code, certificate_code) > 0;
  end if;
  return refusal;
end $$;

-- Counts the use of a coupon for an order (CUP-11). Returns false and writes nothing if its time or its limits allow no further
-- use (DEC-78). A function, because the coupon's row must be locked before its uses are counted.
create or replace function claim_coupon(of_order uuid, of_code text, of_email text, moment timestamptz) returns boolean
language plpgsql as $$
begin
  perform from coupons where code = of_code for no key update;
  if is_coupon_over(of_code, of_email, moment) then return false; end if;
  update coupons set used_count = used_count + 1 where code = of_code;
  insert into coupon_uses (order_id, code, email, used_at) values (of_order, of_code, lower(of_email), moment);
  return true;
end $$;

-- Returns whether orders of this e-mail can no longer use the coupon (DEC-78). True for an unknown coupon. `isCouponUsable` of
-- domain/src/coupons applies the same rule, and explains the refusal.
create or replace function is_coupon_over(of_code text, of_email text, moment timestamptz) returns boolean language sql stable as $$
  select not exists (select from coupons c where c.code = of_code
    and coalesce(c.used_count < c.total_limit, true)
    and coalesce(moment >= c.starts_at, true) and coalesce(moment <= c.ends_at, true)
    and coalesce(coupon_uses_by(of_code, of_email) < c.customer_limit, true));
$$;

-- Makes the codes of a new series (PROD-13): the prefix and eight random characters, without 0, 1, I and O. A code that exists already is replaced
-- by another one.
create or replace function make_series_codes() returns trigger language plpgsql as $$
declare
  missing integer := new.codes;
  made integer;
begin
  while missing > 0 loop
    insert into coupons (code, label, percent_bp, amount, cap, minimum_subtotal, starts_at, ends_at, total_limit, series)
      select new.prefix || '-' || (
          select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', (get_byte(r.bytes, at) & 31) + 1, 1), '')
          -- The other bytes of a random UUID hold its version.
          from unnest(array[0, 1, 2, 3, 4, 5, 7, 9]) at),
        new.label, new.percent_bp, new.amount, new.cap, new.minimum_subtotal, new.starts_at, new.ends_at, 1, new.prefix
      from (select uuid_send(gen_random_uuid()) as bytes from generate_series(1, missing)) r
      on conflict (code) do nothing;
    get diagnostics made = row_count;
    missing := missing - made;
  end loop;
  return null;
end $$;
