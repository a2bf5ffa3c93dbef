-- Returns the days that the policy sets for prices (DEC-222, PRICE-05). The default values equal those of
-- domain/src/policies/shop-policy.ts. A test compares them.
create or replace function price_days(out reference_days integer, out list_price_days integer, out longest_reduction_days integer)
language sql stable as $$
  select coalesce((changes ->> 'referenceDays')::integer, 30), coalesce((changes ->> 'listPriceDays')::integer, 28),
    coalesce((changes ->> 'longestReductionDays')::integer, 60)
  from shop_policy;
$$;

-- Returns the steps of a product's price after a moment: the price for everybody from `starts_at` until the next step. A null
-- price means that the product was not on sale. Future steps follow from the planned ends and flash sales. Earlier own prices
-- than the one in force at the moment are not read. Flash sales that overlap form an island. A step is compared only with the
-- sales of its island.
create or replace function price_steps(of_product bigint, since timestamptz)
returns table (starts_at timestamptz, regular_price bigint, price bigint) language sql stable as $$
  with own as (
    select c.regular_price, c.price, c.at, c.ends_at, lead(c.at, 1, 'infinity') over (order by c.at, c.id) as replaced_at
    from price_changes c
    where c.product_id = of_product and c.flash_sale_id is null and c.at >= coalesce((
      select f.at from price_changes f where f.product_id = of_product and f.flash_sale_id is null and f.at <= since
      order by f.at desc limit 1), '-infinity')),
  own_spans as (
    select * from (
      select o.regular_price, o.price, o.at as opens, least(o.replaced_at, o.ends_at) as closes from own o
      union all
      -- The regular price applies after the discount has ended.
      select o.regular_price, o.regular_price, greatest(o.at, o.ends_at), o.replaced_at from own o where o.ends_at is not null) s
    where s.opens < s.closes and s.closes > since),
  sales as (
    select c.price, greatest(c.at, c.starts_at) as opens,
      least(lead(c.at, 1, 'infinity') over (partition by c.flash_sale_id order by c.at, c.id), c.ends_at) as closes
    from price_changes c where c.product_id = of_product and c.flash_sale_id is not null),
  sale_spans as materialized (
    select s.*, sum(s.is_apart::integer) over (order by s.opens, s.closes rows unbounded preceding) as island
    from (
      select s.price, s.opens, s.closes, coalesce(s.opens >= max(s.closes)
          over (order by s.opens, s.closes rows between unbounded preceding and 1 preceding), true) as is_apart
      from sales s where s.price is not null and s.opens < s.closes and s.closes > since) s),
  moments as (
    select e.at, max(e.regular_price) as regular_price, max(e.price) as price, sum(bool_or(e.is_own)::integer) over w as own_no,
      sum(bool_or(e.is_apart)::integer) over w as island
    from (
      select greatest(s.opens, since) as at, true as is_own, s.regular_price, s.price, false as is_apart from own_spans s
      union all select greatest(s.opens, since), false, null, null, s.is_apart from sale_spans s
      union all select s.closes, false, null, null, false from sale_spans s where s.closes < 'infinity') e
    group by e.at window w as (order by e.at)),
  lowest as (
    select m.at, min(s.price) as price
    from moments m join sale_spans s on s.island = m.island and s.opens <= m.at and s.closes > m.at group by m.at),
  states as (
    select m.at, m.own_no, first_value(m.regular_price) over own as regular_price, first_value(m.price) over own as price
    from moments m window own as (partition by m.own_no order by m.at))
  select n.at, n.regular_price, n.price
  from (
    select c.*, lag(c.regular_price) over w as was_regular, lag(c.price) over w as was_price, row_number() over w as n
    from (
      select s.at, s.regular_price, case when s.price is not null then least(s.price, l.price) end as price
      from states s left join lowest l on l.at = s.at) c
    window w as (order by c.at)) n
  where case when n.n = 1 then n.price is not null else (n.regular_price, n.price) is distinct from (n.was_regular, n.was_price) end
  order by n.at;
$$;

-- Returns the reductions of a product that start at `since` or later, and the lowest price in the days before each reduction
-- (DEC-222). A reduction is the unbroken time with a struck price. Omits reductions without a known price before them.
create or replace function price_reductions(of_product bigint, since timestamptz, days integer)
returns table (starts_at timestamptz, ends_at timestamptz, price bigint, known_since timestamptz) language sql stable as $$
  with steps as materialized (
    select s.starts_at, s.price, coalesce(s.price < s.regular_price, false) as is_struck,
      lead(s.starts_at, 1, 'infinity') over (order by s.starts_at) as ends_at
    from price_steps(of_product, since - make_interval(days => days)) s),
  runs as (
    select b.starts_at, b.run_ends_at as ends_at, b.starts_at - make_interval(days => days) as window_start
    from (
      select s.*, lag(s.is_struck, 1, false) over (order by s.starts_at) as was_struck,
        -- Counted from the latest step, so that the frame only grows.
        min(s.starts_at) filter (where not s.is_struck)
          over (order by s.starts_at desc rows between unbounded preceding and 1 preceding) as run_ends_at
      from steps s) b
    where b.is_struck and not b.was_struck and b.starts_at >= since)
  select r.starts_at, r.ends_at, before.price,
    case when (select min(c.at) from price_changes c where c.product_id = of_product) > r.window_start then before.since end
  from runs r cross join lateral (
    select min(s.price) as price, min(s.starts_at) as since
    from steps s where s.price is not null and s.starts_at < r.starts_at and s.ends_at > r.window_start) before
  where before.price is not null;
$$;

-- Computes the references of these products again after their prices changed at a moment. A running reduction keeps its
-- reference, which is fixed while the reduction lasts, even if the policy's days change. '-infinity' computes all of them again.
create or replace function refresh_price_references(products bigint[], moment timestamptz) returns void language plpgsql as $$
declare
  due bigint[] := array(
    select p.id from unnest(products) as c (id) join products p on p.id = c.id
    where p.sales_price < p.regular_price
      or exists (select from price_references r where r.product_id = p.id)
      or exists (select from flash_sales f where f.product_id = p.id and f.ends_at > clock_timestamp()));
  computed price_references[];
begin
  if due = '{}' then return; end if;
  computed := array(
    select row(d.id, n.starts_at, n.ends_at, coalesce(f.price, n.price), case when f.price is null then n.known_since else f.known_since end,
      coalesce(f.days, p.days))::price_references
    from (select reference_days as days from price_days()) p cross join unnest(due) as d (id)
      cross join lateral price_reductions(d.id, coalesce((
        select max(o.starts_at) from price_references o where o.product_id = d.id and o.starts_at <= moment), moment), p.days) n
      left join price_references f on f.product_id = d.id and f.starts_at = n.starts_at and f.starts_at <= moment
    where n.ends_at is null or n.ends_at > clock_timestamp());
  delete from price_references where product_id = any (due);
  insert into price_references select * from unnest(computed);
end $$;

-- Records the prices of added and changed products (PRICE-01). Later statements of one transaction get later times. Finds changes
-- by `except`. A connection caches the plan that was made for one row, and a join with that plan would compare each row with
-- each.
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
      from (
        select id, is_published, regular_price, sales_price, discount_ends_at from new_rows
        except select id, is_published, regular_price, sales_price, discount_ends_at from old_rows) n
      returning product_id)
    select array_agg(product_id) into changed from noted;
  if changed is not null then perform refresh_price_references(changed, moment); end if;
  return null;
end $$;

-- Records flash sales when they are announced, changed and deleted. Locks the products, so that the second of two concurrent
-- price changes sees the first.
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
  -- The history of a sale that moved to another product ends at its former product. The history of a deleted product is deleted
  -- with it.
  if tg_op = 'UPDATE' then
    insert into price_changes (product_id, at, flash_sale_id)
      select o.product_id, moment, o.id from (select id, product_id from old_rows except select id, product_id from new_rows) o;
    changed := changed || array(select product_id from old_rows);
  elsif tg_op = 'DELETE' then
    insert into price_changes (product_id, at, flash_sale_id)
      select o.product_id, moment, o.id from old_rows o join products p on p.id = o.product_id;
    changed := array(select product_id from old_rows);
  end if;
  perform refresh_price_references(array(select distinct c from unnest(changed) c), moment);
  return null;
end $$;

-- Refuses changes of the history (PRICE-01). Its rows are deleted only with their product.
create or replace function price_changes_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from products where id = old.product_id) then return old; end if;
  end if;
  raise exception 'the history of prices is never changed' using errcode = 'check_violation', constraint = 'price_changes_kept', table = 'price_changes';
end $$;

-- Checks a discount that a product has, or would have, at a given time (PRICE-05). `of_sale`: the flash sale that makes the
-- discount, if there is one. `doubts` is empty if there are no doubts, and for prices that are not reduced. Days before the start
-- of the history count in the shop's favor.
create or replace function price_check(
  of_product bigint, new_regular bigint, new_price bigint, new_end timestamptz, moment timestamptz, of_sale integer default null)
returns table (
  reduced_since timestamptz, reference bigint, known_since timestamptz, offered_days integer, known_days integer,
  raised_at timestamptz, raised_from bigint, raised_to bigint, former_end timestamptz, doubts text[])
language sql stable as $$
  with days as (select * from price_days()),
  kept as (
    select r.starts_at, r.price, r.known_since from price_references r
    where r.product_id = of_product and r.starts_at <= moment and (r.ends_at is null or r.ends_at > moment)
    order by r.starts_at desc limit 1),
  -- The first required day: 90 days before the given time, or the days before the running reduction.
  bound as materialized (
    select least(moment - interval '90 days', coalesce((select k.starts_at from kept k), moment) - make_interval(days => days.reference_days))
      - interval '1 microsecond' as since
    from days),
  steps as materialized (
    select s.starts_at, s.price, s.regular_price, coalesce(s.price < s.regular_price, false) as is_struck,
      lag(s.price) over w as was_price, lag(coalesce(s.price < s.regular_price, false), 1, false) over w as was_struck,
      lead(s.starts_at, 1, 'infinity') over w as ends_at
    from bound cross join lateral price_steps(of_product, bound.since) s where s.starts_at <= moment window w as (order by s.starts_at)),
  begun as (
    select max(s.starts_at) filter (where s.is_struck and not s.was_struck) as at, max(s.starts_at) filter (where not s.is_struck) as ended_at
    from steps s),
  run as (
    select case when begun.at is null or begun.ended_at > begun.at then moment
      when begun.at > bound.since then begun.at
      -- All these days have a struck price, and no reference shows the start of the reduction. So the whole history is read.
      else (
        select max(s.starts_at) from (
          select s.starts_at, coalesce(s.price < s.regular_price, false) as is_struck,
            lag(coalesce(s.price < s.regular_price, false), 1, false) over (order by s.starts_at) as was_struck
          from price_steps(of_product, '-infinity') s where s.starts_at <= moment) s
        where s.is_struck and not s.was_struck)
      end as since
    from begun cross join bound),
  seen as (
    select coalesce(round(sum(extract(epoch from least(s.ends_at, moment) - greatest(s.starts_at, moment - interval '90 days'))
        / 86400) filter (where s.price >= new_regular)), 0)::integer as offered,
      (select round(extract(epoch from moment - greatest(min(c.at), moment - interval '90 days')) / 86400)::integer
        from price_changes c where c.product_id = of_product) as known
    from steps s where s.ends_at > moment - interval '90 days'),
  risen as (
    select s.starts_at, s.was_price, s.price from steps s cross join run cross join days
    where s.price > s.was_price and s.starts_at < run.since and s.starts_at >= run.since - make_interval(days => days.reference_days)
    order by s.starts_at desc limit 1),
  moved as (
    select min(c.ends_at) as ends_at from price_changes c cross join run
    where c.product_id = of_product and c.flash_sale_id is not distinct from of_sale and c.at >= run.since and c.at <= moment
      and c.ends_at < coalesce(new_end, 'infinity')),
  facts as (
    select run.since, coalesce(kept.price, least_price.price) as reference, kept.known_since, seen.offered, seen.known,
      risen.starts_at, risen.was_price, risen.price, moved.ends_at,
      array_remove(array[
        case when new_price >= coalesce(kept.price, least_price.price) then 'notBelow' end,
        case when seen.offered + 90 - seen.known < days.list_price_days then 'unproven' end,
        case when greatest(moment, new_end) - run.since > make_interval(days => days.longest_reduction_days) then 'long' end,
        case when risen.starts_at is not null then 'raised' end,
        case when moved.ends_at is not null then 'moved' end], null) as found
    from days cross join run cross join seen cross join moved
      left join kept on true left join risen on true
      left join lateral (
        -- A discount that would start now is compared with the days before now.
        select min(s.price) as price from steps s
        where run.since = moment and s.ends_at > moment - make_interval(days => days.reference_days) and s.starts_at < moment) least_price on true)
  select f.since, f.reference, f.known_since, f.offered, f.known, f.starts_at, f.was_price, f.price, f.ends_at,
    case when new_price < new_regular then f.found else '{}' end
  from facts f;
$$;

-- Lists the discounts that are active at a given time, with the result of `price_check` for each (PRICE-06).
create or replace function running_discounts(moment timestamptz)
returns table (
  product_id bigint, sku text, title text, regular_price bigint, price bigint, ends_at timestamptz, reduced_since timestamptz, reference bigint,
  known_since timestamptz, offered_days integer, known_days integer, raised_at timestamptz, raised_from bigint, raised_to bigint,
  former_end timestamptz, doubts text[], proof text)
language sql stable rows 200 as $$
  select r.id, r.sku, r.title, r.regular_price, r.price, r.ends_at, k.reduced_since, k.reference, k.known_since, k.offered_days, k.known_days,
    k.raised_at, k.raised_from, k.raised_to, k.former_end, k.doubts,
    case when k.doubts <> '{}' then 'doubted' when k.reference is null or k.known_days < 90 then 'unknown' else 'proven' end
  from (
    select p.id, p.sku, p.title, p.regular_price, least(p.sales_price, f.price) as price,
      case when f.price <= p.sales_price then f.id end as sale,
      case when f.price <= p.sales_price then f.ends_at else p.discount_ends_at end as ends_at
    from (
      select o.id, o.sku, o.title, o.regular_price, o.discount_ends_at,
        case when o.discount_ends_at <= moment then o.regular_price else o.sales_price end as sales_price
      from products o where o.is_published and (o.sales_price < o.regular_price
        or exists (select from flash_sales s where s.product_id = o.id and s.starts_at <= moment and s.ends_at > moment))
      offset 0) p
      left join lateral (
        select s.id, s.price, s.ends_at from flash_sales s
        where s.product_id = p.id and s.starts_at <= moment and s.ends_at > moment order by s.price, s.id limit 1) f on true
    offset 0) r
    cross join lateral price_check(r.id, r.regular_price, r.price, r.ends_at, moment, r.sale) k
  where r.price < r.regular_price;
$$;

-- Returns the price of a product for everybody at a given time. Null if there is no price.
create or replace function price_at(product bigint, moment timestamptz) returns bigint language sql stable as $$
  select case when p.sales_price is not null then
      least(case when p.discount_ends_at <= moment then p.regular_price else p.sales_price end, (
        select min(f.price) from flash_sales f where f.product_id = p.id and f.starts_at <= moment and f.ends_at > moment)) end
    from products p where p.id = product;
$$;

-- Records the price that a buyer sees when a product is added to a cart or a list (PRICE-09).
create or replace function note_seen_price() returns trigger language plpgsql as $$
begin
  new.seen_price := price_at(new.product_id, new.added_at);
  return new;
end $$;

-- Lists the products whose price differs from their price at a given time (BUY-08). The cause may be a written price, or a
-- discount or flash sale that started or ended since. `before` is null for a product that had no price then.
create or replace function prices_changed_since(moment timestamptz)
returns table (product_id bigint, before bigint, price bigint, changed_at timestamptz) language sql stable rows 100 as $$
  select c.id, s.before, s.price, s.changed_at
  from (
    select k.product_id as id from price_changes k where k.at >= moment
    union select f.product_id from flash_sales f where f.starts_at between moment and now() or f.ends_at between moment and now()
    union select p.id from products p where p.discount_ends_at between moment and now()) c
    cross join lateral (
      select (array_agg(t.price order by t.starts_at) filter (where t.starts_at <= moment))[1] as before,
        (array_agg(t.price order by t.starts_at desc))[1] as price, max(t.starts_at) as changed_at
      from price_steps(c.id, moment) t where t.starts_at <= now()) s
  where s.price is not null and s.price is distinct from s.before;
$$;
