-- As in 0032, and of one expression: so it becomes part of the statement or index that asks for it, in place of a statement of its
-- own for each order that is written and each budget that is counted.
create or replace function phone_key_of(phone text) returns text language sql immutable as $$
  select case when phone ~ '[1-9]' then right(regexp_replace(phone, '\D', '', 'g'), 8) end;
$$;
