-- Cuotas begin at most a quetzal above what the calculator shows from: where an operator raised the minimum alone, the calculator
-- follows, as a policy whose fields contradict each other is not read any more. Amounts in centavos.
with amounts as (
  select coalesce((changes ->> 'installmentsMinimum')::bigint, 50000) as minimum,
    coalesce((changes ->> 'calculatorAbove')::bigint, 49900) as above
  from shop_policy
  where coalesce(jsonb_typeof(changes -> 'installmentsMinimum'), 'number') = 'number'
    and coalesce(jsonb_typeof(changes -> 'calculatorAbove'), 'number') = 'number')
update shop_policy set changes = changes || jsonb_build_object('calculatorAbove', minimum - 100)
from amounts where minimum > above + 100;
