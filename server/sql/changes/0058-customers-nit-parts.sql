-- The desk's search finds a customer by a part of their NIT.
drop index concurrently if exists customers_nit_parts;
create index concurrently customers_nit_parts on customers using gin (nit gin_trgm_ops) where nit is not null;
