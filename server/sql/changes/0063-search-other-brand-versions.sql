alter table search_other_brands add column version integer not null default 1;
create trigger search_other_brands_version before update on search_other_brands
  for each row when ((old.shown, old.instead) is distinct from (new.shown, new.instead)) execute function count_version();
