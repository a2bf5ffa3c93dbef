-- A tag of content has the colours of one of the shop's looks (DEC-26, `tagLooks` of the domain): the style sheet knows
-- no other. What had others was shown in jade; it has those colours from now on. The category 'fixed' is that of the
-- tags which the shop gives by itself.
create function content_tags_fit(tags jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(tags) = 'array' and jsonb_array_length(tags) = jsonb_array_length(jsonb_path_query_array(tags, '
    $[*] ? (@.category != "fixed" && (
      (@.textColor == "#3f4c46" && @.backgroundColor == "#e5e0d7") ||
      (@.textColor == "#ffffff" && @.backgroundColor == "#bd1a34") ||
      (@.textColor == "#0b467a" && @.backgroundColor == "#d8e9f8") ||
      (@.textColor == "#05483b" && @.backgroundColor == "#d6f0e6") ||
      (@.textColor == "#064f58" && @.backgroundColor == "#d7f0f2") ||
      (@.textColor == "#7a4e00" && @.backgroundColor == "#ffeec4")
    ))'))
$$;

update category_infos set tags_list = (
  select coalesce(jsonb_agg(
    tag
    || case when content_tags_fit(jsonb_build_array(tag || '{"category": "content"}')) then '{}'
       else '{"textColor": "#05483b", "backgroundColor": "#d6f0e6"}'::jsonb end
    || case when coalesce(tag ->> 'category', 'fixed') = 'fixed' then '{"category": "content"}'::jsonb else '{}' end
    order by place), '[]')
  from jsonb_array_elements(tags_list) with ordinality as list (tag, place))
where not content_tags_fit(tags_list);

alter table category_infos
  add constraint category_infos_tags_have_a_look_of_the_shop check (content_tags_fit(tags_list));
