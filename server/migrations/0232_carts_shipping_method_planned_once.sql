-- Whether a cart may be delivered or picked up was planned anew for each that chose (0158 left it to the connection, to which one
-- plan for all looked dearer): planning took ten times as long as looking.
alter function allows_shipping_method(uuid, text) set plan_cache_mode = force_generic_plan;
