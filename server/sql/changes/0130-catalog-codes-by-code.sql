drop index concurrently if exists product_codes_listed;
create index concurrently product_codes_listed on product_codes ((code collate spanish), code);
