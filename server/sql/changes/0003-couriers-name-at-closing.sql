-- A closed manifest is signed: it says its courier's name as it was, whatever it is called afterwards (WORK-27).
alter table manifests add column courier_name text;   -- written when it is closed; null of those that were closed before: today's name
