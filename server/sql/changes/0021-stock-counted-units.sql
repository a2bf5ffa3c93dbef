-- The units that a count found at its place. Null: the movement is no count of a place.
alter table stock_movements add column counted integer;
