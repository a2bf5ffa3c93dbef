-- Reads the table without blocking writes (0081-orders-contract-line-kinds.sql).
alter table order_lines validate constraint order_lines_kind_check;
