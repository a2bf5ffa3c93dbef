-- A buyer may not want rejected units back (WORK-20).
alter table returns add column is_kept boolean not null default false;   -- with sent_back_at: nothing was sent back, the units stay at the shop
