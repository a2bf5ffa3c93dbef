create or replace trigger refund_lines_counted after insert on refund_lines for each row execute function count_refunded_units();
create or replace trigger refunds_money after insert or update on refunds for each row execute function move_money_of_refund();
