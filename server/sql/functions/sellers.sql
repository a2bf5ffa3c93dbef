-- Stores the time at which a seller got its tax regime. The guard compares the rate of an order line with the regime only if the
-- order is newer.
create or replace function date_tax_regime() returns trigger language plpgsql as $$
begin
  new.tax_regime_since := clock_timestamp();
  return new;
end $$;

-- Returns the address for a seller's name (SEL-04), like `sellerSlug` in domain/src/sellers/seller-slug.ts.
create or replace function seller_slug(title text) returns text language sql immutable as $$
  select btrim(regexp_replace(regexp_replace(lower(normalize(replace(title, '&', '-y-'), NFD)), '[^a-z0-9\s-]', '', 'g'), '[\s-]+', '-', 'g'), '-');
$$;

-- Gives a new seller its number and its address. A renamed seller gets another address, and the former address redirects to it.
create or replace function seller_written() returns trigger language plpgsql as $$
begin
  if new.id is null then
    perform pg_advisory_xact_lock(hashtext('sellers.id'));
    new.id := (select greatest(max(id), 1) + 1 from sellers);
  end if;
  if new.slug is null or tg_op = 'UPDATE' and new.title <> old.title then
    new.slug := seller_slug(new.title);
  end if;
  if tg_op = 'UPDATE' and new.slug <> old.slug then
    new.former_slugs := array_remove(array_append(new.former_slugs, old.slug), new.slug);
  end if;
  return new;
end $$;
