create table coupons (
  code text primary key check (code = upper(code)),
  label text not null,
  percent_bp integer check (percent_bp between 1 and 10000),    -- basis points
  amount bigint check (amount > 0),                             -- centavos
  cap bigint check (cap > 0),
  minimum_subtotal bigint not null default 0,
  starts_at timestamptz,
  ends_at timestamptz,
  total_limit integer,
  customer_limit integer,
  used_count integer not null default 0,
  created_at timestamptz not null default now(),
  check (num_nonnulls(percent_bp, amount) = 1)
);

-- One row for each order that used a coupon, written by the transaction that places the order (DEC-78: a use counts at order
-- creation only).
create table coupon_uses (
  order_id uuid primary key,
  code text not null references coupons (code),
  email text not null,
  used_at timestamptz not null default now()
);
create index coupon_uses_code on coupon_uses (code, email);

-- A customer who closes an account and registers again has still used their coupons. When a buyer's data are deleted, a hash
-- replaces the e-mail of the use (`forgotten_coupon_user`). The hash identifies the same e-mail later, and reveals nobody.
insert into shop_secrets values ('coupon-users', gen_random_uuid()::text || gen_random_uuid()::text);
