-- The guard compares the rate of a line with the regime of its seller, where the order is younger than the regime.
create or replace function date_tax_regime() returns trigger language plpgsql as $$
begin
  new.tax_regime_since := clock_timestamp();
  return new;
end $$;
