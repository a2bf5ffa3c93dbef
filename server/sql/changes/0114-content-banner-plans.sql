-- Columns of banners that the desk edits (PROD-15): a picture for phones, its words, and the dates between which shoppers see it.
alter table banners
  add column phone_picture_url text,           -- null: phones show the picture of wide screens
  add column alt text not null default '',
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add column version integer not null default 1;
create trigger banners_version before update on banners
  for each row when ((old.eyebrow, old.title, old.text, old.link, old.link_label, old.note, old.picture_url, old.tone, old.phone_picture_url,
      old.alt, old.starts_at, old.ends_at)
    is distinct from (new.eyebrow, new.title, new.text, new.link, new.link_label, new.note, new.picture_url, new.tone, new.phone_picture_url,
      new.alt, new.starts_at, new.ends_at))
  execute function count_version();
