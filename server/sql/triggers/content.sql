create or replace trigger banners_purge after insert or update or delete on banners for each row execute function banner_purge();

create or replace trigger banners_placed before insert on banners for each row when (new.position is null) execute function banner_placed();

create or replace trigger category_pages_purge after insert or update or delete on category_pages for each row execute function category_page_purge();

create or replace trigger category_pages_written before insert or update of slug on category_pages
  for each row when (new.category_id is null) execute function category_page_written();
create or replace trigger category_pages_moved after update of slug on category_pages
  for each row when (old.slug <> new.slug and old.category_id is null) execute function category_page_moved();

create or replace trigger category_infos_purge after insert or update or delete on category_infos for each row execute function category_info_purge();

create or replace trigger category_pages_own_texts before update of title, description, blocks on category_pages
  for each row when (new.standard is not null and new.standard is not distinct from old.standard
    and (old.title, old.description, old.blocks) is distinct from (new.title, new.description, new.blocks))
  execute function own_page_texts();

create or replace trigger redirects_as_written before insert or update on redirects
  for each row execute function redirect_written();
create or replace trigger redirects_judged after insert or update on redirects
  for each row execute function redirect_judged();

create or replace trigger legal_versions_purge after insert or update or delete on legal_versions for each row execute function content_purge();
create or replace trigger legal_versions_numbered before insert on legal_versions
  for each row execute function legal_version_numbered();
create or replace trigger legal_versions_stays before update or delete on legal_versions
  for each row execute function legal_version_stays();
create or replace trigger orders_accept_legal before insert on orders for each row execute function accept_legal_versions();
