-- Writes notices of the desk (OFF-23), in the transaction that each notice reports.

create or replace function note_held_order() returns trigger language plpgsql as $$
begin
  insert into desk_notices (kind, entity_id, detail, permission, places)
  values ('hold', new.number::text, jsonb_build_object('reasons', new.hold_reasons), 'orders.review',
    array(select distinct s.place from shipments s where s.order_id = new.id and s.place is not null));
  return null;
end $$;

create or replace function note_late_shipment() returns trigger language plpgsql as $$
begin
  insert into desk_notices (kind, entity_id, permission, places)
  select 'late', o.number || '-' || new.n, 'shipments.read', case when new.place is null then '{}' else array[new.place] end
  from orders o where o.id = new.order_id and o.number is not null;
  return null;
end $$;

-- Notifies the person who started the run. For a run of a command, notifies everybody who may import. A save of the grid causes
-- no notice, because its author sees the result.
create or replace function note_finished_run() returns trigger language plpgsql as $$
begin
  if new.kind = 'products grid' then return null; end if;
  insert into desk_notices (kind, entity_id, detail, staff_id, permission)
  values ('run', new.id::text,
    jsonb_build_object('state', new.state, 'kind', new.kind, 'file', new.file_name, 'name', new.options ->> 'name', 'done', new.done, 'failed', new.failed),
    (select m.id from staff_members m where new.actor_kind = 'staff' and m.id::text = new.actor_id),
    case when new.kind like 'products %' then 'catalog.edit' else 'imports.run' end);
  return null;
end $$;
