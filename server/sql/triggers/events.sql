create or replace trigger orders_events_insert after insert on orders
  for each row when (new.number is not null) execute function orders_events();
create or replace trigger orders_events_update after update of number, status, confirmation_due, held_at, email on orders
  for each row when (new.number is not null and (old.number is null or old.status <> new.status
    or old.confirmation_due is distinct from new.confirmation_due or (old.held_at is null) <> (new.held_at is null)
    or old.email <> new.email))
  execute function orders_events();
create or replace trigger payments_events_insert after insert on payments
  for each row when (new.status = 'approved') execute function payments_events();
create or replace trigger payments_events_update after update of status on payments
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function payments_events();
create or replace trigger order_lines_events after update of canceled on order_lines
  for each row when (new.canceled <> old.canceled) execute function order_lines_events();
create or replace trigger shipments_events after update on shipments
  for each row when ((new.state, new.courier, new.tracking_number, new.attempts, new.cash_collected, new.received_at)
    is distinct from (old.state, old.courier, old.tracking_number, old.attempts, old.cash_collected, old.received_at))
  execute function shipments_events();
create or replace trigger refunds_events_insert after insert on refunds
  for each row when (new.state = 'done') execute function refunds_events();
create or replace trigger refunds_events_update after update of state on refunds
  for each row when (new.state = 'done' and old.state <> 'done') execute function refunds_events();
create or replace trigger returns_events_insert after insert on returns for each row execute function returns_events();
create or replace trigger returns_events_update after update of decided on returns
  for each row when (new.decided = new.quantity and old.decided < old.quantity) execute function returns_events();
create or replace trigger stock_levels_events_insert after insert on stock_levels
  referencing new table as new_rows for each statement execute function stock_levels_events();
create or replace trigger stock_levels_events_update after update on stock_levels
  referencing new table as new_rows old table as old_rows for each statement execute function stock_levels_events();
create or replace trigger products_events_insert after insert on products
  referencing new table as new_rows for each statement execute function products_events();
create or replace trigger products_events_update after update on products
  referencing new table as new_rows old table as old_rows for each statement execute function products_events();
create or replace trigger flash_sales_events after insert or update or delete on flash_sales
  for each row execute function flash_sales_events();
create or replace trigger customers_events after insert or delete on customers for each row execute function customers_events();
create or replace trigger runs_events after update of state on runs
  for each row when (new.kind like 'import %' and new.file_name <> '' and new.state in ('done', 'refused', 'failed') and old.state <> new.state)
  execute function runs_events();
create or replace trigger purchase_receipts_events after insert on purchase_receipts
  for each row execute function purchase_receipts_events();
