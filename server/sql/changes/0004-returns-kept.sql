-- Whoever returned something may not want back what the shop does not accept (WORK-20).
alter table returns add column is_kept boolean not null default false;   -- with sent_back_at: nothing went back, it stays at the shop
