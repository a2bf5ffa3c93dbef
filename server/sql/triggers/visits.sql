create or replace trigger visits_purge after insert or update or delete on visits for each row execute function visits_purge();
