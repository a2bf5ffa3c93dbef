-- What a placement asks of its budgets was planned anew for each, as a look at orders to come seemed dear; one plan does.
alter function spent_placing_budget(uuid, text, text, integer, boolean, text, integer, integer, integer, integer, integer, integer)
  set plan_cache_mode = force_generic_plan;
