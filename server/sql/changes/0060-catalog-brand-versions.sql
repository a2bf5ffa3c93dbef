-- Brands count their changes: two people who edit one are told of each other (OFF-21).
alter table brands add column version integer not null default 1;
