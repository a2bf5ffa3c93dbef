drop index concurrently if exists product_codes_sku_of;
create index concurrently product_codes_sku_of on product_codes (sku);
