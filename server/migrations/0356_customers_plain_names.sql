-- Names and lines of addresses lead nowhere and hide nothing (record 0078). What was saved before is brought into that form, so that
-- nobody's saved address is refused at the checkout: a space after each dot that joins letters, nothing that cannot be seen.
create function pg_temp.plain(t text) returns text language sql immutable as $$
  select trim(regexp_replace(regexp_replace(regexp_replace(translate(t, E'\t\r\n', '   '),
    '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    '(https?:)?//|www\.', ' ', 'gi'),
    '([^\s.])\.(?=[^\s\d.,;:()/-]{2}|\d{1,3}\.\d{1,3}\.\d)', '\1. ', 'g'))
$$;
-- Of a person: without digits and signs, a letter first.
create function pg_temp.person(t text) returns text language sql immutable as $$
  select coalesce(nullif(trim(regexp_replace(regexp_replace(regexp_replace(pg_temp.plain(t),
    '[][0-9<>@:;,&()/"!?¿¡#%+=*_|\\{}~$^\u00a0-\u00a9\u00ab-\u00b3\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2010-\u2017\u201a-\u2027\u2190-\u2bff\U00010000-\U0010ffff]', ' ', 'g'), '\.{2,}', '.', 'g'), '^[ .''’-]+', '')), ''), 'Sin nombre')
$$;

update customers set billing_name = pg_temp.plain(billing_name), billing_address = pg_temp.plain(billing_address)
where billing_name <> pg_temp.plain(billing_name) or billing_address <> pg_temp.plain(billing_address);

update addresses set
  alias = pg_temp.plain(alias), zone = pg_temp.plain(zone), city = pg_temp.plain(city),
  street = array(select pg_temp.plain(line) from unnest(street) with ordinality as s (line, n) order by n),
  first_name = pg_temp.person(first_name), last_name = pg_temp.person(last_name),
  trusted_person = trusted_person || jsonb_build_object(
    'firstName', pg_temp.person(trusted_person ->> 'firstName'), 'lastName', pg_temp.person(trusted_person ->> 'lastName'));
