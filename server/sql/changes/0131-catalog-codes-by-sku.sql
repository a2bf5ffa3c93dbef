drop index concurrently if exists product_codes_by_sku;
create index concurrently product_codes_by_sku on product_codes ((sku collate spanish), code);
