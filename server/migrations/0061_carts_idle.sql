-- Nobody asks by it since idle carts are found by carts_open_guests. By itself: it wants the table for a moment.
drop index if exists carts_idle;
