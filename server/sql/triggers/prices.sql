create or replace trigger products_price_history_insert after insert on products
  referencing new table as new_rows for each statement execute function products_price_history();
create or replace trigger products_price_history_update after update on products
  referencing new table as new_rows old table as old_rows for each statement execute function products_price_history();
create or replace trigger flash_sales_price_history_insert after insert on flash_sales
  referencing new table as new_rows for each statement execute function flash_sales_price_history();
create or replace trigger flash_sales_price_history_update after update on flash_sales
  referencing new table as new_rows old table as old_rows for each statement execute function flash_sales_price_history();
create or replace trigger flash_sales_price_history_delete after delete on flash_sales
  referencing old table as old_rows for each statement execute function flash_sales_price_history();
create or replace trigger price_changes_kept before update or delete on price_changes for each row execute function price_changes_kept();
create or replace trigger cart_lines_seen_price before insert on cart_lines for each row when (new.seen_price is null) execute function note_seen_price();
create or replace trigger wishlist_items_seen_price before insert on wishlist_items for each row when (new.seen_price is null) execute function note_seen_price();
