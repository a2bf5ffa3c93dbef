-- Planned prices (PROD-09, DEC-208) and price lists (BULK-12). At the planned time, a job writes a planned price into its product
-- and deletes the plan. `planned_prices` has the plans of the previous release, which the job moves here.

-- The period of a plan: until its offer ends, or only the time of its start. Two plans of one product must not overlap.
create function price_plan_period(starts timestamptz, ends timestamptz) returns tstzrange language sql immutable parallel safe as $$
  select tstzrange(starts, case when ends > starts then ends else starts end, case when ends > starts then '[)' else '[]' end);
$$;

-- The prices of one imported file, which apply immediately or at a planned time.
create table price_lists (
  run_id uuid primary key references runs (id) on delete cascade,
  -- `writing`: the rows are being written. `failed`: nothing was applied, and `why` has the reason. `reverting`: a job restores
  -- the earlier prices.
  state text not null default 'writing'
    check (state in ('writing', 'planned', 'applied', 'failed', 'canceled', 'reverting', 'reverted')),
  starts_at timestamptz,                       -- null: applied at once
  reason text,                                 -- why prices change by more than 40 % (PROD-10)
  planned_by text not null,                    -- the name of the person
  why text,                                    -- why it failed, in Spanish
  settled_at timestamptz,                      -- when it was applied, failed, or was canceled
  reverted_by jsonb                            -- {id, name, reason} of the person who reverted it
);
create index price_lists_due on price_lists (starts_at) where state = 'planned';
create index price_lists_settled on price_lists (settled_at) where settled_at is not null;

-- The prices that a price list gives each product, and the prices before. Deleted 30 days after the list was applied.
create table price_list_rows (
  run_id uuid not null references price_lists (run_id) on delete cascade,
  product_id bigint not null references products (id) on delete cascade,
  given jsonb not null,                        -- what the file gave: {regular_price, offer, ends_at}; null: cleared. The product keeps the rest
  regular_price bigint,                        -- null: no price
  sales_price bigint,
  discount_ends_at timestamptz,
  was_regular_price bigint,
  was_sales_price bigint,
  was_discount_ends_at timestamptz,
  -- The outcome of a revert. `changed`: somebody changed the price since, so the price stays. `unpriced`: the product is
  -- published and had no price before.
  outcome text check (outcome in ('reverted', 'changed', 'unpriced')),
  primary key (run_id, product_id)
);
create index price_list_rows_product on price_list_rows (product_id);

create table price_plans (
  id bigint primary key generated always as identity,
  product_id bigint not null references products (id) on delete cascade,
  starts_at timestamptz not null,
  regular_price bigint not null check (regular_price > 0),
  sales_price bigint not null check (sales_price > 0 and sales_price <= regular_price),
  discount_ends_at timestamptz check (discount_ends_at > starts_at),
  list_id uuid references price_lists (run_id) on delete cascade,   -- null: planned for this product alone
  reason text,                                 -- why the price changes by more than 40 % (PROD-10)
  planned_by text not null default '',
  planned_at timestamptz not null default clock_timestamp(),
  failed_at timestamptz,
  why text,                                    -- why it was not applied, in Spanish
  check ((failed_at is null) = (why is null)),
  constraint price_plans_apart exclude using gist (
    (int8range(product_id, product_id, '[]')) with &&, (price_plan_period(starts_at, discount_ends_at)) with &&) where (failed_at is null)
);
create index price_plans_product on price_plans (product_id);
create index price_plans_due on price_plans (starts_at) where failed_at is null and list_id is null;
create index price_plans_list on price_plans (list_id) where list_id is not null;

-- The offer that a plan or a list started last in each product, until its end. No other plan may start during the offer
-- (PROD-09).
create table begun_offers (
  product_id bigint primary key references products (id) on delete cascade,
  sales_price bigint not null,
  ends_at timestamptz not null
);
create index begun_offers_ends on begun_offers (ends_at);
