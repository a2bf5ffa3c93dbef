-- Values of facets as they are compared (DEC-180: without case and accents), stored and indexed: a search that names thirty
-- values in each of twelve facets would otherwise fold every value of these facets thirty times.

-- Immutable, as the dictionary is named.
create function search_fold(source text) returns text language sql immutable strict parallel safe
return lower(public.unaccent('public.unaccent'::regdictionary, source));

alter table facet_values add column folded text generated always as (search_fold(value)) stored;
create index facet_values_folded on facet_values (facet, folded);
