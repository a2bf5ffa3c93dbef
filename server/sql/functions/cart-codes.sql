-- Returns the code for these contents of a cart: a valid code of the same contents, otherwise the first free candidate. The
-- cart's lock makes two concurrent calls return the same code. `most`: maximum number of new codes of the cart per day. If it is
-- reached, `free_at` is the time of the next possible code (WA-06).
create or replace function make_cart_code(
  cart uuid, hash text, lines jsonb, candidates text[], most integer, moment timestamptz, expires timestamptz,
  out refusal text, out made text, out ends timestamptz, out free_at timestamptz)
language plpgsql as $$
declare candidate text;
begin
  refusal := lock_cart(cart);
  if refusal is not null then return; end if;
  select c.code, c.expires_at into made, ends from cart_codes c
    where c.cart_id = cart and c.contents = hash and c.expires_at > moment;
  if made is not null then return; end if;
  select min(c.created_at) + interval '1 day' into free_at from cart_codes c
    where c.cart_id = cart and c.created_at > moment - interval '1 day' having count(*) >= most;
  if free_at is not null then refusal := 'RATE_LIMITED'; return; end if;
  foreach candidate in array candidates loop
    insert into cart_codes (code, cart_id, contents, created_at, expires_at) values (candidate, cart, hash, moment, expires)
      on conflict (code) do nothing returning code into made;
    exit when made is not null;
  end loop;
  if made is null then raise exception 'no candidate is a free code'; end if;
  ends := expires;
  insert into cart_code_lines (code, position, product_id, offer_id, parent_sku, quantity, price, warranty_sku, warranty_price)
    select made, l.position, l."productId", l."offerId", l."parentSku", l.quantity, l.price, l.warranty, l."warrantyPrice"
    from jsonb_to_recordset(lines) l (
      position smallint, "productId" bigint, "offerId" text, "parentSku" text, quantity integer, price bigint, warranty text,
      "warrantyPrice" bigint);
end $$;

-- Adds the lines of a code to a cart, each line up to stock and limits. Returns the outcome of each line (WA-03). A visit is
-- added after its goods. A line whose warranty is no longer sold is added without the warranty. A call that repeats a `request`
-- adds nothing.
create or replace function add_cart_code(
  cart uuid, wanted text, new_lines uuid[], request text, line_limit integer, quantity_limit integer, moment timestamptz,
  out refusal text, out added jsonb)
language plpgsql as $$
declare
  line record;
  before integer;
  units integer;
  why text;
  without text;
begin
  refusal := lock_cart(cart);
  if refusal is not null then return; end if;
  if request is not null then
    insert into idempotency_keys (scope, key, request_hash, created_at, locked_until) values ('addCartCode', request, '', moment, moment)
      on conflict do nothing;
    if not found then
      select answer into added from idempotency_keys where scope = 'addCartCode' and key = request;
      return;
    end if;
  end if;
  added := '[]';
  for line in
    select l.*, p.sku, p.title, coalesce((select s.salable from stock_totals s where s.product_id = p.id), 0) as salable
    from cart_codes c join cart_code_lines l on l.code = c.code join products p on p.id = l.product_id
    where c.code = wanted and c.expires_at > moment order by p.kind = 'service', l.position
  loop
    before := units_in_cart(cart, line.product_id, null);
    units := line.quantity;
    without := null;
    why := (add_cart_line(cart, new_lines[line.position], line.sku, units, line.offer_id, line.parent_sku, line.warranty_sku, null,
      line_limit, quantity_limit, moment)).refusal;
    if why = 'WARRANTY_NOT_AVAILABLE' then
      without := why;
      line.warranty_sku := null;
      why := (add_cart_line(cart, new_lines[line.position], line.sku, units, line.offer_id, line.parent_sku, null, null,
        line_limit, quantity_limit, moment)).refusal;
    end if;
    if why = 'QUANTITY_GREATER_THAN_STOCK' and line.salable > before then
      perform add_cart_line(cart, new_lines[line.position], line.sku, line.salable - before, line.offer_id, line.parent_sku,
        line.warranty_sku, null, line_limit, quantity_limit, moment);
    end if;
    units := units_in_cart(cart, line.product_id, null) - before;
    if why is null and units < line.quantity then why := 'CART_QUANTITY_LIMIT'; end if;
    added := added || jsonb_build_object(
      'line', line.position, 'sku', line.sku, 'title', line.title, 'asked', line.quantity, 'added', units, 'reason', coalesce(why, without));
  end loop;
  if request is not null then
    update idempotency_keys set answer = added where scope = 'addCartCode' and key = request;
  end if;
end $$;
