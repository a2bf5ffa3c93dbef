-- Archived: permanently out of sale, and not in the desk's usual lists. Publishing the product again ends this (PROD-01).
alter table products add column archived_at timestamptz;

-- Counts the changes of a product's fields by the desk, files, commands and planned prices (OFF-21). Pictures have a separate
-- version, so that a picture that is added while a form is open is not a conflict.
alter table products add column version integer not null default 1;
alter table products add column pictures_version integer not null default 1;
create trigger products_version before update on products
  for each row when (
    (old.slug, old.parent_sku, old.title, old.description, old.brand_id, old.seller_id, old.offer_id, old.category_id, old.regular_price,
     old.sales_price, old.discount_ends_at, old.is_presale, old.presale_date, old.is_dropshipping, old.is_restricted, old.is_motorcycle,
     old.internal_tags, old.event_url, old.attributes, old.is_published, old.is_listed, old.archived_at)
    is distinct from
    (new.slug, new.parent_sku, new.title, new.description, new.brand_id, new.seller_id, new.offer_id, new.category_id, new.regular_price,
     new.sales_price, new.discount_ends_at, new.is_presale, new.presale_date, new.is_dropshipping, new.is_restricted, new.is_motorcycle,
     new.internal_tags, new.event_url, new.attributes, new.is_published, new.is_listed, new.archived_at))
  execute function count_version();

-- Numbers of the codes that the desk gives to new products: P-1001.
create sequence product_codes_made start 1001;
