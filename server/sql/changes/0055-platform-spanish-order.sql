-- Names sort in Spanish order, whatever the order of the cluster: accented letters beside plain ones, ñ after n, capitals beside
-- small letters. Every `order by` of a name says `collate spanish`. A server that was built without ICU sorts by bytes.
do $$
begin
  create collation spanish (provider = icu, locale = 'es');
exception when feature_not_supported or undefined_object or invalid_parameter_value then
  create collation spanish from "C";
end $$;
