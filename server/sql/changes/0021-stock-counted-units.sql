-- The units that a count found at its place. Null if the movement is not a count of a place.
alter table stock_movements add column counted integer;
