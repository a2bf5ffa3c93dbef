-- What each part that is given back takes off an invoice (DEC-233): the difference of two running sums, so that the parts of a line add up to
-- the line. Null in rows from before.
alter table refund_lines
  add column charged bigint check (charged >= 0),                                             -- centavos of goods, after points
  add column iva bigint check (iva >= 0),                                                     -- contained in charged
  add column warranty_charged bigint not null default 0 check (warranty_charged >= 0),
  add column warranty_iva bigint not null default 0 check (warranty_iva >= 0);
alter table refunds add column iva bigint check (iva >= 0);                                   -- of its lines and its delivery together
