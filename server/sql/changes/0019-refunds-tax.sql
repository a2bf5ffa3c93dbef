-- The amounts that each refunded part takes off an invoice (DEC-233). Each is the difference of two running sums, so the parts of
-- a line add up to the line. Null in older rows.
alter table refund_lines
  add column charged bigint check (charged >= 0),                                             -- centavos of goods, after points
  add column iva bigint check (iva >= 0),                                                     -- the IVA that `charged` contains
  add column warranty_charged bigint not null default 0 check (warranty_charged >= 0),
  add column warranty_iva bigint not null default 0 check (warranty_iva >= 0);
alter table refunds add column iva bigint check (iva >= 0);                                   -- of its lines and its delivery together
