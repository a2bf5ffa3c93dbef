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

-- One row per order that used a coupon, claimed in the placement transaction (DEC-78: usage counts at order creation only).
create table coupon_uses (
  order_id uuid primary key,
  code text not null references coupons (code),
  email text not null,
  used_at timestamptz not null default now()
);
create index coupon_uses_code on coupon_uses (code, email);

-- Who closes an account and registers anew has used their coupons all the same: of a use by nobody's e-mail any more a hash
-- stays (`forgotten_coupon_user`), by which that address is known again and nobody is found.
insert into shop_secrets values ('coupon-users', gen_random_uuid()::text || gen_random_uuid()::text);
