-- Time during which the promotion of a card's bank applies (BANK-07, PROD-16). A null start means from now on. A null end means
-- without end.
alter table card_bins
  add column discount_starts_at timestamptz,
  add column discount_ends_at timestamptz;
create or replace trigger card_bins_version before update on card_bins
  for each row when ((old.brand, old.bank_name, old.plans, old.has_discount, old.discount_starts_at, old.discount_ends_at)
    is distinct from (new.brand, new.bank_name, new.plans, new.has_discount, new.discount_starts_at, new.discount_ends_at))
  execute function count_version();
