create or replace trigger suppliers_version before update on suppliers
  for each row when ((old.name, old.nit, old.contact, old.email, old.phone, old.lead_days, old.terms, old.notes, old.is_active)
    is distinct from (new.name, new.nit, new.contact, new.email, new.phone, new.lead_days, new.terms, new.notes, new.is_active))
  execute function count_version();
create or replace trigger supplier_codes_version before update on supplier_codes
  for each row when ((old.code) is distinct from (new.code)) execute function count_version();
