-- A series of single-use codes (PROD-13): its terms, and how many codes it has. Each code is a coupon with the same terms. A trigger makes the codes.
create table coupon_series (
  prefix text primary key check (prefix = upper(prefix)),
  label text not null,
  note text,                                                    -- for staff
  codes integer not null check (codes between 1 and 10000),
  percent_bp integer check (percent_bp between 1 and 10000),    -- basis points
  amount bigint check (amount > 0),                             -- centavos
  cap bigint check (cap > 0),
  minimum_subtotal bigint not null default 0,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint coupon_series_value check (num_nonnulls(percent_bp, amount) = 1)
);
create trigger coupon_series_version before update on coupon_series
  for each row when ((old.note, old.ends_at) is distinct from (new.note, new.ends_at)) execute function count_version();

alter table coupons add column series text references coupon_series (prefix);
alter table coupons add constraint coupons_series_once check (series is null or total_limit is not distinct from 1) not valid;
