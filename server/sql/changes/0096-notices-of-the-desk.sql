-- Notices for the people of the desk (OFF-23), written by the transaction that they report.
create table desk_notices (
  id bigint generated always as identity primary key,
  -- The writing transaction. A reader passes the snapshot of the previous read, so that a notice that commits late is not skipped.
  written_by xid8 not null default pg_current_xact_id(),
  kind text not null,
  entity_id text not null,
  detail jsonb not null default '{}',
  staff_id uuid references staff_members (id) on delete cascade,   -- only for this person; null: everybody with the permission
  permission text not null,
  places text[] not null default '{}',         -- people limited to stores see notices of their stores only
  key text unique,                             -- an event that may be reported twice has a key
  created_at timestamptz not null default clock_timestamp()
);
create index desk_notices_created on desk_notices (created_at);

create table desk_notice_reads (
  staff_id uuid not null references staff_members (id) on delete cascade,
  notice_id bigint not null references desk_notices (id) on delete cascade,
  primary key (staff_id, notice_id)
);
create index desk_notice_reads_notice on desk_notice_reads (notice_id);
