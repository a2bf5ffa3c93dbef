create or replace trigger flags_purge after insert or update or delete on flags for each row execute function flags_purge();
