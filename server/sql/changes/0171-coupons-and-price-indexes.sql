drop index concurrently if exists coupons_series;
create index concurrently coupons_series on coupons (series, code) where series is not null;
-- prices_changed_since
drop index concurrently if exists price_changes_at;
create index concurrently price_changes_at on price_changes (at);
