-- Counts the mails that a person's notes have sent today. Notes that mention nobody do not count.
drop index concurrently if exists order_notes_mentions;
create index concurrently order_notes_mentions on order_notes (staff_id, created_at) where mentions <> '{}';
