-- Returns the prices of a product in the form of the API and the audit, in quetzales. Null if there is no price. A sales price
-- that equals the regular price is not an offer.
create or replace function price_fields(regular bigint, sales bigint, ends timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'regularPrice', trim_scale(regular / 100.0), 'salesPrice', case when sales < regular then trim_scale(sales / 100.0) end,
    'discountEndsAt', to_char(ends at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
$$;

-- Returns the fields of `fields` whose values differ from the values in `others`.
create or replace function fields_apart(fields jsonb, others jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(fields) f where f.value is distinct from others -> f.key;
$$;
