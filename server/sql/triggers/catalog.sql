create or replace trigger products_purge_insert after insert on products
  referencing new table as changed_rows for each statement execute function catalog_purge_product();
create or replace trigger products_purge_update after update on products
  referencing new table as changed_rows for each statement execute function catalog_purge_product();
create or replace trigger product_images_purge after insert or update or delete on product_images for each row execute function catalog_purge_part();
create or replace trigger free_gifts_purge after insert or update or delete on free_gifts for each row execute function catalog_purge_part();
create or replace trigger warranties_purge after insert or update or delete on warranties for each row execute function catalog_purge_warranty();
create or replace trigger product_companions_purge after insert or update or delete on product_companions
  for each row execute function catalog_purge_companion();
create or replace trigger brands_purge after update on brands
  for each row when ((old.title, old.slug, old.state) is distinct from (new.title, new.slug, new.state)) execute function catalog_purge_name('brand');
create or replace trigger sellers_purge after update on sellers
  for each row when ((old.title, old.slug) is distinct from (new.title, new.slug)) execute function catalog_purge_name('seller');
create or replace trigger products_search_insert after insert on products
  referencing new table as new_rows for each statement execute function products_search_refresh();
create or replace trigger products_search_update after update on products
  referencing new table as new_rows old table as old_rows for each statement execute function products_search_refresh();

create or replace trigger flash_sales_purge after insert or update or delete on flash_sales for each row execute function content_purge();
create or replace trigger flash_sales_periods_insert after insert on flash_sales
  referencing new table as new_rows for each statement execute function keep_flash_sale_periods();
create or replace trigger flash_sales_periods_update after update on flash_sales
  referencing new table as new_rows old table as old_rows for each statement execute function keep_flash_sale_periods();

create or replace trigger categories_purge after insert or update or delete on categories for each row execute function content_purge();
create or replace trigger categories_search after update on categories
  for each row when (old.title <> new.title or old.ancestor_ids <> new.ancestor_ids) execute function names_search_refresh();

create or replace trigger brands_search after update on brands
  for each row when (old.title <> new.title) execute function names_search_refresh();

create or replace trigger products_remember_address after update of slug on products
  for each row when (old.slug <> new.slug) execute function remember_address();
create or replace trigger categories_remember_address after update of path on categories
  for each row when (old.path <> new.path) execute function remember_address();
create or replace trigger brands_remember_address after update of title on brands
  for each row when (old.title <> new.title) execute function remember_address();

create or replace trigger product_codes_as_written before insert or update on product_codes
  for each row execute function product_code_written();
create or replace trigger product_codes_known after insert on product_codes
  for each row execute function product_code_known();
-- Its name sorts after `product_codes_as_written`, which finds the product of the code.
create or replace trigger product_codes_no_sku before insert on product_codes
  for each row execute function product_code_is_no_sku();
create or replace trigger products_sku_no_code before insert on products
  for each row execute function product_sku_is_no_code();
create or replace trigger products_sku_no_code_update before update of sku on products
  for each row when (old.sku <> new.sku) execute function product_sku_is_no_code();
create or replace trigger products_variant_insert after insert on products
  for each row when (new.parent_sku is not null) execute function variant_judged();
create or replace trigger products_variant_update after update of parent_sku, attributes, title on products
  for each row when (new.parent_sku is not null and (old.parent_sku is distinct from new.parent_sku
    or folded_variant_label(old.attributes, old.title) <> folded_variant_label(new.attributes, new.title)))
  execute function variant_judged();

create or replace trigger products_presale_change after update of presale_date on products
  for each row when (new.is_presale and new.presale_date is not null and old.presale_date is distinct from new.presale_date)
  execute function note_presale_change();
create or replace trigger products_presale_over before update of is_presale on products
  for each row when (old.is_presale and not new.is_presale) execute function presale_is_over();
