-- One row for each change by people of the desk, tokens, commands and jobs (OFF-10). A row is written in the transaction of the
-- change, and is never changed (OFF-11).
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'token', 'command', 'job')),
  actor_id text,                               -- null: an unknown person, for example one who failed to sign in
  actor_name text not null default '',
  request_id text,
  operation text not null,                     -- name of the call or command
  entity text not null,                        -- the resource: orders, shipments …
  entity_id text not null,
  before jsonb not null default '{}',          -- changed fields only
  after jsonb not null default '{}',
  reason text,
  written_at timestamptz not null default clock_timestamp(),
  seal bigint                                  -- the seal that contains the row (audit_seals), set within a minute; null: not sealed yet
);
-- audit.of-entity: the tab "Historial".
create index audit_entries_entity on audit_entries (entity, entity_id, id);
-- The desk's list: by the actor's ID or name, by the kind of actor, by operation, and by time.
create index audit_entries_actor on audit_entries (actor_id, id);
create index audit_entries_name on audit_entries (actor_name, id);
create index audit_entries_kind on audit_entries (actor_kind, id);
create index audit_entries_operation on audit_entries (operation, id);
create index audit_entries_at on audit_entries (at);

-- Rows without a seal, and the rows of one seal in order of their IDs.
create index audit_entries_seal on audit_entries (seal, id);

create function refuse_changed_audit() returns trigger language plpgsql as $$
begin
  -- `ceiba audit prune` deletes whole years, and never newer rows. It sets `ceiba.audit_prune` in its transaction.
  if tg_op = 'DELETE' and current_setting('ceiba.audit_prune', true) = 'on' and old.at < now() - interval '5 years' then return old; end if;
  -- A row is sealed once. No other column may change with the seal.
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entries' then
    if to_jsonb(old) ->> 'seal' is null and to_jsonb(new) - 'seal' = to_jsonb(old) - 'seal' then return new; end if;
  end if;
  raise exception 'what was written of a change is never changed' using errcode = 'check_violation', constraint = 'audit_append_only';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_changed_audit();
create trigger audit_entries_kept before truncate on audit_entries execute function refuse_changed_audit();

-- A job adds all rows without a seal to a chain of hashes every minute. The end of the chain is also logged. Each row names its
-- seal, so a row that commits late is in a later seal, whatever its ID (record 0076).
create table audit_seals (
  id bigint primary key,                       -- one more than the ID of the previous seal
  entries bigint not null check (entries > 0),
  hash bytea not null,                         -- SHA-256 of the previous hash and of each row of this seal, in order of their IDs
  at timestamptz not null
);
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_changed_audit();
create trigger audit_seals_kept before truncate on audit_seals execute function refuse_changed_audit();
