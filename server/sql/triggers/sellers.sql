create or replace trigger sellers_search after update on sellers
  for each row when (old.title <> new.title or old.slug <> new.slug) execute function names_search_refresh();
create or replace trigger sellers_tax_regime before update on sellers
  for each row when (old.tax_regime <> new.tax_regime) execute function date_tax_regime();
create or replace trigger sellers_as_written before insert or update on sellers for each row execute function seller_written();
