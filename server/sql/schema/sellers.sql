-- Seller 1 is the shop itself (CONST-48). Any other row is a third party (SEL-01).
create table sellers (
  id integer primary key,
  title text not null,
  slug text not null unique,
  lead_days integer not null default 0 check (lead_days between 0 and 60)   -- added to the delivery time of its offers (DEC-96)
);
