-- By itself: it wants the table for a moment.
drop index if exists orders_uncounted;
