-- Stores since when a seller has its tax regime. The guard compares the rate of an order line with the regime only if the order is
-- younger.
create or replace function date_tax_regime() returns trigger language plpgsql as $$
begin
  new.tax_regime_since := clock_timestamp();
  return new;
end $$;
