create or replace trigger stock_levels_total_insert after insert on stock_levels
  referencing new table as new_rows for each statement execute function stock_levels_total();
create or replace trigger stock_levels_total_update after update on stock_levels
  referencing new table as new_rows old table as old_rows for each statement execute function stock_levels_total();
create or replace trigger stock_levels_total_delete after delete on stock_levels
  referencing old table as old_rows for each statement execute function stock_levels_total();

create or replace trigger stock_offers_purge after insert or update or delete on stock_offers for each row execute function content_purge();

create or replace trigger stock_totals_came after insert on stock_totals
  referencing new table as new_rows for each statement execute function stock_totals_crossed();
create or replace trigger stock_totals_purge after update on stock_totals
  for each row when (old.salable is distinct from new.salable
    and ((old.salable = 0) <> (new.salable = 0) or least(old.salable, new.salable) <= 20))
  execute function stock_totals_purge();
create or replace trigger stock_totals_crossed after update on stock_totals
  referencing old table as old_rows new table as new_rows
  for each statement execute function stock_totals_crossed();
