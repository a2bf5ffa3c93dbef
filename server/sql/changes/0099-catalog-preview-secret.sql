-- Signs the links that show a product before its publication (PROD-04).
insert into shop_secrets values ('product-previews', gen_random_uuid()::text || gen_random_uuid()::text);
