-- Names sort as Spanish does, whatever the cluster's own order: accents beside their letters, ñ after n, capitals beside small ones. Every
-- `order by` of a name says `collate spanish`. A server that was built without ICU keeps the order of bytes.
do $$
begin
  create collation spanish (provider = icu, locale = 'es');
exception when feature_not_supported or undefined_object or invalid_parameter_value then
  create collation spanish from "C";
end $$;
