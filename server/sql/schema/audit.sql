-- What people of the desk, tokens and commands changed (OFF-10): one row each, written with the change and never changed (OFF-11).
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'token', 'command', 'job')),
  actor_id text,                               -- null of somebody who is not known, as who failed to sign in
  actor_name text not null default '',
  request_id text,
  operation text not null,                     -- the call's or the command's name
  entity text not null,                        -- the resource: orders, shipments …
  entity_id text not null,
  before jsonb not null default '{}',          -- of the changed fields alone
  after jsonb not null default '{}',
  reason text,
  written_at timestamptz not null default clock_timestamp(),
  seal bigint                                  -- the seal that holds it (audit_seals), within a minute; null: none yet
);
-- audit.of-entity: the tab "Historial".
create index audit_entries_entity on audit_entries (entity, entity_id, id);
-- The list: by person, as their id or as they are called, by what was done, and by moment.
create index audit_entries_actor on audit_entries (actor_id, id);
create index audit_entries_name on audit_entries (actor_name, id);
create index audit_entries_kind on audit_entries (actor_kind, id);
create index audit_entries_operation on audit_entries (operation, id);
create index audit_entries_at on audit_entries (at);

-- Rows that wait for their seal, and those of one in order.
create index audit_entries_seal on audit_entries (seal, id);

create function refuse_changed_audit() returns trigger language plpgsql as $$
begin
  -- Whole years are dropped by `ceiba audit prune`, which says so in its transaction, and never younger ones.
  if tg_op = 'DELETE' and current_setting('ceiba.audit_prune', true) = 'on' and old.at < now() - interval '5 years' then return old; end if;
  -- A row is sealed once, and nothing else of it changes with that.
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entries' then
    if to_jsonb(old) ->> 'seal' is null and to_jsonb(new) - 'seal' = to_jsonb(old) - 'seal' then return new; end if;
  end if;
  raise exception 'what was written of a change is never changed' using errcode = 'check_violation', constraint = 'audit_append_only';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_changed_audit();
create trigger audit_entries_kept before truncate on audit_entries execute function refuse_changed_audit();

-- Every minute the rows that have no seal are joined to a chain of hashes, whose end the log tells, too. Each row names its seal, so that one
-- that is committed late is in a later seal, whatever its id is (record 0076).
create table audit_seals (
  id bigint primary key,                       -- one more than the seal before
  entries bigint not null check (entries > 0),
  hash bytea not null,                         -- SHA-256 of the hash before and of each row of this seal, in order of their ids
  at timestamptz not null
);
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_changed_audit();
create trigger audit_seals_kept before truncate on audit_seals execute function refuse_changed_audit();
