-- Sellers are edited at the desk (PROD-23): a seller retires, and former names lead to the present page.
alter table sellers add column is_active boolean not null default true;
alter table sellers add column former_slugs text[] not null default '{}';
alter table sellers add column version integer not null default 1;
create trigger sellers_version before update on sellers
  for each row when ((old.title, old.lead_days, old.tax_regime, old.is_active) is distinct from (new.title, new.lead_days, new.tax_regime, new.is_active))
  execute function count_version();
