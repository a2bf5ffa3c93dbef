-- A closed manifest is signed, so it stores the courier's name of that moment (WORK-27).
alter table manifests add column courier_name text;   -- written when it is closed; null: closed before this column existed, so it shows today's name
