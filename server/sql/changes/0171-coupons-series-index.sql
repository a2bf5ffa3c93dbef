drop index concurrently if exists coupons_series;
create index concurrently coupons_series on coupons (series, code) where series is not null;
