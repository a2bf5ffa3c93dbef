-- miss_units_at records missing units at a named place. Nodes no longer call the function that it replaced (record 0115).
drop function if exists miss_units(uuid, integer, integer, integer);
