-- The desk's search finds an order by a part of the NIT on its invoice. Most invoices have no NIT ('CF').
drop index concurrently if exists orders_nit_parts;
create index concurrently orders_nit_parts on orders using gin (upper(regexp_replace(billing_address ->> 'nit', '[^[:alnum:]]', '', 'g')) gin_trgm_ops)
  where billing_address ->> 'nit' <> 'CF';
