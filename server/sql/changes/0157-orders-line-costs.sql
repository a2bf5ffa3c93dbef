-- The average cost of the product when the line's first units left the shop (BUY-04). Null: not left yet, or no cost was known.
alter table order_lines add column unit_cost bigint;
