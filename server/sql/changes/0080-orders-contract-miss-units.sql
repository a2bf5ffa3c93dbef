-- Units are missed at a named place by miss_units_at; nodes no longer call the function of before (record 0115).
drop function if exists miss_units(uuid, integer, integer, integer);
