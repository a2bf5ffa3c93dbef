-- Flash sales, stock offers, gifts, companions and warranties are edited at the desk (PROD-11): each gets a version.
alter table flash_sales add column version integer not null default 1;
alter table flash_sales add column reason text;                 -- why its price is more than 40 % below the present one (PROD-10)
create trigger flash_sales_version before update on flash_sales
  for each row when ((old.price, old.starts_at, old.ends_at, old.reason) is distinct from (new.price, new.starts_at, new.ends_at, new.reason))
  execute function count_version();

-- The periods of flash sales. Two sales of one product never overlap. Triggers write the periods. A sale from before this change
-- that overlaps an earlier sale has no period, and is valid until its end.
create extension if not exists btree_gist;
create table flash_sale_periods (
  sale_id integer primary key references flash_sales (id) on delete cascade,
  product_id bigint not null,
  period tstzrange not null,
  -- Deferrable: one statement may move several sales of a product.
  constraint flash_sale_periods_overlap exclude using gist (product_id with =, period with &&) deferrable
);
insert into flash_sale_periods
  select f.id, f.product_id, tstzrange(f.starts_at, f.ends_at) from flash_sales f
  where not exists (
    select from flash_sales e
    where e.product_id = f.product_id and e.id < f.id and tstzrange(e.starts_at, e.ends_at) && tstzrange(f.starts_at, f.ends_at));

alter table stock_offers add column version integer not null default 1;
create trigger stock_offers_version before update on stock_offers
  for each row when ((old.threshold, old.starts_at, old.ends_at) is distinct from (new.threshold, new.starts_at, new.ends_at))
  execute function count_version();

alter table free_gifts add column version integer not null default 1;
create trigger free_gifts_version before update on free_gifts
  for each row when ((old.title, old.end_date) is distinct from (new.title, new.end_date)) execute function count_version();

-- A companion gets a number for addresses, and a place among the companions of its product.
create sequence product_companions_id_seq as integer;
alter table product_companions add column id integer not null default nextval('product_companions_id_seq');
alter table product_companions add column place integer not null default 0;
alter table product_companions add column version integer not null default 1;
create trigger product_companions_version before update on product_companions
  for each row when (old.place is distinct from new.place) execute function count_version();

alter table warranties add column version integer not null default 1;
create trigger warranties_version before update on warranties
  for each row when ((old.label, old.amount, old.is_offered) is distinct from (new.label, new.amount, new.is_offered))
  execute function count_version();
