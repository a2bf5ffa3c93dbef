-- The average cost of the product when the line's first units left the shop (BUY-04). Null if no units have left, or if the cost
-- was unknown.
alter table order_lines add column unit_cost bigint;
