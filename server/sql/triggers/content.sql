create or replace trigger banners_purge after insert or update or delete on banners for each row execute function content_purge();

create or replace trigger category_pages_purge after insert or update or delete on category_pages for each row execute function content_purge();

create or replace trigger category_infos_purge after insert or update or delete on category_infos for each row execute function content_purge();
