create or replace trigger products_row_insert after insert on products
  referencing new table as new_rows for each statement execute function products_row_refresh();
create or replace trigger products_row_update after update on products
  referencing new table as new_rows old table as old_rows for each statement execute function products_row_refresh();
create or replace trigger products_archive before update on products
  for each row when (new.is_published and new.archived_at is not null) execute function products_leave_archive();
create or replace trigger product_images_row after insert or delete on product_images
  for each row execute function product_part_row_refresh();
create or replace trigger product_codes_row after insert or update or delete on product_codes
  for each row execute function product_part_row_refresh();
create or replace trigger stock_totals_row_insert after insert on stock_totals
  for each row when (new.salable > 0) execute function product_part_row_refresh();
create or replace trigger stock_totals_row_update after update on stock_totals
  for each row when ((old.salable > 0) <> (new.salable > 0)) execute function product_part_row_refresh();
create or replace trigger product_plans_row after insert or delete on product_plans
  for each row execute function product_part_row_refresh();
create or replace trigger media_uploaded before insert on media
  for each row execute function media_uploaded();
