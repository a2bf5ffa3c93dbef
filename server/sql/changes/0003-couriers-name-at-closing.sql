-- A closed manifest is a signed document, so it stores the courier's name at that time (WORK-27).
alter table manifests add column courier_name text;   -- written when it is closed; null: closed before this column existed, so it shows today's name
