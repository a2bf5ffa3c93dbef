drop index concurrently if exists desk_notices_written;
create index concurrently desk_notices_written on desk_notices (written_by);
