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

create table category_infos (
  category_id integer primary key references categories (id),
  tags_list jsonb not null default '[]',       -- [Tag with icon]
  installation_guide jsonb                     -- {title, url}
);

create function content_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['content']);
  return null;
end $$;
create trigger banners_purge after insert or update or delete on banners for each statement execute function content_purge();
create trigger category_pages_purge after insert or update or delete on category_pages for each statement execute function content_purge();
create trigger category_infos_purge after insert or update or delete on category_infos for each statement execute function content_purge();
create trigger stock_offers_purge after insert or update or delete on stock_offers for each statement execute function content_purge();
create trigger flash_sales_purge after insert or update or delete on flash_sales for each statement execute function content_purge();
create trigger categories_purge after insert or update or delete on categories for each statement execute function content_purge();
