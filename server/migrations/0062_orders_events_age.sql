-- The oldest events stand first in the primary key. By itself: it wants the table for a moment.
drop index if exists order_events_age;
