create table banners (
  id integer generated always as identity primary key,
  place text not null check (place in ('hero', 'promo', 'second_hero')),
  position integer not null,
  eyebrow text not null default '',
  title text not null,
  text text not null default '',
  link text not null,
  link_label text not null,
  note text not null default '',
  picture_url text not null,
  tone text not null default 'dark' check (tone in ('dark', 'light', 'crimson', 'jade', 'corn'))
);

create table category_pages (
  slug text primary key,                       -- whole path, for example 'tv-y-video/servicios/tecki'
  title text not null,
  description text not null default '',
  category_id integer references categories (id),
  blocks jsonb not null default '[]'
);

-- A tag of content has the colours of one of the shop's looks (DEC-26, `tagLooks` of the domain), because the style sheet has no
-- others. The category 'fixed' is for the tags that the shop adds itself.
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

create table category_infos (
  category_id integer primary key references categories (id),
  tags_list jsonb not null default '[]'        -- [Tag with icon]
    constraint category_infos_tags_have_a_look_of_the_shop check (content_tags_fit(tags_list)),
  installation_guide jsonb                     -- {title, url}
);
