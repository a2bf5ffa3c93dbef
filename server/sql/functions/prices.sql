-- Returns the policy's `referenceDays` (DEC-222). The standard is that of domain/src/policies/shop-policy.ts, which a test compares.
create or replace function reference_days() returns integer language sql stable as $$
  select coalesce((changes ->> 'referenceDays')::integer, 30) from shop_policy;
$$;

-- Returns the steps of a product's price after a moment: what anybody had to pay from `starts_at` until the next step. A null price means
-- that the product was not on sale. Steps after now follow from the ends and flash sales that are planned.
create or replace function price_steps(of_product bigint, since timestamptz)
returns table (starts_at timestamptz, regular_price bigint, price bigint) language sql stable as $$
  with versions as (
    select c.flash_sale_id, c.regular_price, c.price, c.at, c.starts_at, c.ends_at,
      lead(c.at, 1, 'infinity') over (partition by c.flash_sale_id order by c.at, c.id) as replaced_at
    from price_changes c where c.product_id = of_product),
  spans as materialized (
    select * from (
      select v.flash_sale_id is not null as is_sale, v.regular_price, v.price,
        greatest(v.at, v.starts_at) as opens, least(v.replaced_at, v.ends_at) as closes
        from versions v where v.price is not null
      union all
      -- The regular price applies once the discount has ended.
      select false, v.regular_price, v.regular_price, greatest(v.at, v.ends_at), v.replaced_at
        from versions v where v.flash_sale_id is null and v.ends_at is not null) s
    where s.opens < s.closes and s.closes > since),
  moments as (
    select greatest(s.opens, since) as at from spans s
    union select s.closes from spans s where s.closes < 'infinity'),
  states as (
    select m.at, o.regular_price, case when o.price is not null then least(o.price, f.price) end as price
    from moments m
      left join lateral (select s.regular_price, s.price from spans s where not s.is_sale and s.opens <= m.at and s.closes > m.at) o on true
      left join lateral (select min(s.price) as price from spans s where s.is_sale and s.opens <= m.at and s.closes > m.at) f on true)
  select n.at, n.regular_price, n.price
  from (select s.*, lag(s.regular_price) over w as was_regular, lag(s.price) over w as was_price, row_number() over w as n
        from states s window w as (order by s.at)) n
  where case when n.n = 1 then n.price is not null else (n.regular_price, n.price) is distinct from (n.was_regular, n.was_price) end
  order by n.at;
$$;

-- Returns the reductions of a product that begin at `since` or later, and the lowest price in the days before each (DEC-222). A reduction
-- is the unbroken time in which a struck price is shown. Reductions before which no price is known are left out.
create or replace function price_reductions(of_product bigint, since timestamptz, days integer)
returns table (starts_at timestamptz, ends_at timestamptz, price bigint, known_since timestamptz) language sql stable as $$
  with steps as materialized (
    select s.starts_at, s.price, coalesce(s.price < s.regular_price, false) as is_struck,
      lead(s.starts_at, 1, 'infinity') over (order by s.starts_at) as ends_at
    from price_steps(of_product, since - make_interval(days => days)) s),
  runs as (
    select b.starts_at, (select min(e.starts_at) from steps e where e.starts_at > b.starts_at and not e.is_struck) as ends_at,
      b.starts_at - make_interval(days => days) as window_start
    from (select s.*, lag(s.is_struck, 1, false) over (order by s.starts_at) as was_struck from steps s) b
    where b.is_struck and not b.was_struck and b.starts_at >= since)
  select r.starts_at, r.ends_at, before.price,
    case when (select min(c.at) from price_changes c where c.product_id = of_product) > r.window_start then before.since end
  from runs r cross join lateral (
    select min(s.price) as price, min(s.starts_at) as since
    from steps s where s.price is not null and s.starts_at < r.starts_at and s.ends_at > r.window_start) before
  where before.price is not null;
$$;

-- Computes the references of these products anew after their prices changed at a moment. A reduction that runs keeps its reference: it
-- is fixed while the reduction lasts, also when the policy's days change. '-infinity' computes all of them again.
create or replace function refresh_price_references(products bigint[], moment timestamptz) returns void language plpgsql as $$
declare
  due bigint[] := array(
    select p.id from unnest(products) as c (id) join products p on p.id = c.id
    where p.sales_price < p.regular_price
      or exists (select from price_references r where r.product_id = p.id)
      or exists (select from flash_sales f where f.product_id = p.id and f.ends_at > clock_timestamp()));
  former price_references[];
begin
  if due = '{}' then return; end if;
  with gone as (delete from price_references r where r.product_id = any (due) returning r.*)
    select array_agg(gone) into former from gone;
  insert into price_references (product_id, starts_at, ends_at, price, known_since, days)
    select d.id, n.starts_at, n.ends_at, coalesce(f.price, n.price), case when f.price is null then n.known_since else f.known_since end,
      coalesce(f.days, p.days)
    from (select reference_days() as days) p cross join unnest(due) as d (id)
      cross join lateral price_reductions(d.id, coalesce((
        select max(o.starts_at) from unnest(former) o where o.product_id = d.id and o.starts_at <= moment), moment), p.days) n
      left join unnest(former) f on f.product_id = d.id and f.starts_at = n.starts_at and f.starts_at <= moment
    where n.ends_at is null or n.ends_at > clock_timestamp();
end $$;

-- Records the prices of added and changed products (PRICE-01). Later statements of one transaction have later moments.
create or replace function products_price_history() returns trigger language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
  changed bigint[];
begin
  if tg_op = 'INSERT' then
    insert into price_changes (product_id, at, regular_price, price, ends_at)
      select id, moment, case when is_published then regular_price end, case when is_published then sales_price end,
        case when is_published then discount_ends_at end
      from new_rows;
    return null;
  end if;
  with noted as (
    insert into price_changes (product_id, at, regular_price, price, ends_at)
      select n.id, moment, case when n.is_published then n.regular_price end, case when n.is_published then n.sales_price end,
        case when n.is_published then n.discount_ends_at end
      from new_rows n join old_rows o on o.id = n.id
      where (n.is_published, n.regular_price, n.sales_price, n.discount_ends_at)
        is distinct from (o.is_published, o.regular_price, o.sales_price, o.discount_ends_at)
      returning product_id)
    select array_agg(product_id) into changed from noted;
  if changed is not null then perform refresh_price_references(changed, moment); end if;
  return null;
end $$;

-- Records flash sales as they are announced, changed and deleted. Locks the products, so that two changes of one product's prices see each other.
create or replace function flash_sales_price_history() returns trigger language plpgsql as $$
declare
  moment timestamptz;
  changed bigint[];
begin
  if tg_op <> 'DELETE' then
    perform from products where id in (select product_id from new_rows) order by id for no key update;
  end if;
  if tg_op <> 'INSERT' then
    perform from products where id in (select product_id from old_rows) order by id for no key update;
  end if;
  moment := clock_timestamp();
  if tg_op <> 'DELETE' then
    insert into price_changes (product_id, at, flash_sale_id, price, starts_at, ends_at)
      select product_id, moment, id, price, starts_at, ends_at from new_rows;
    changed := array(select product_id from new_rows);
  end if;
  -- A sale that moved to another product ends at its former one. A product that is being deleted takes its history along.
  if tg_op = 'UPDATE' then
    insert into price_changes (product_id, at, flash_sale_id)
      select o.product_id, moment, o.id from old_rows o join new_rows n on n.id = o.id where n.product_id <> o.product_id;
    changed := changed || array(select product_id from old_rows);
  elsif tg_op = 'DELETE' then
    insert into price_changes (product_id, at, flash_sale_id)
      select o.product_id, moment, o.id from old_rows o join products p on p.id = o.product_id;
    changed := array(select product_id from old_rows);
  end if;
  perform refresh_price_references(array(select distinct c from unnest(changed) c), moment);
  return null;
end $$;

-- Keeps the history as it is (PRICE-01): its rows leave with their product only.
create or replace function price_changes_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from products where id = old.product_id) then return old; end if;
  end if;
  raise exception 'the history of prices is never changed' using errcode = 'check_violation', constraint = 'price_changes_kept', table = 'price_changes';
end $$;
