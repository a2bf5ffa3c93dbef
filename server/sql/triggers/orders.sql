create or replace trigger orders_canceled_gift_cards after update of status on orders
  for each row when (new.status = 'canceled' and old.status <> 'canceled') execute function orders_canceled_gift_cards();
create or replace trigger orders_claim_certificate after insert on orders
  for each row when (new.certificate_code is not null) execute function claim_points_of_order();
create or replace trigger orders_certificate_follows after update of status on orders
  for each row when (new.certificate_code is not null and old.status <> new.status)
  execute function follow_points_of_changed_order();
create or replace trigger orders_purchased_insert after insert on orders
  for each row when (new.number is not null and new.status in ('processing', 'shipped', 'delivered'))
  execute function orders_purchased();
create or replace trigger orders_purchased_update after update of number, status on orders
  for each row when (new.number is not null and new.status = 'processing'
    and (old.number is null or old.status = 'pending_payment'))
  execute function orders_purchased();

create or replace trigger shipments_enter_state before update of state on shipments
  for each row when (old.state <> new.state) execute function shipments_enter_state();
create or replace trigger shipments_cash after update of cash_collected on shipments
  for each row when (new.cash_collected > 0 and old.cash_collected is null) execute function collect_cash_of_shipment();
create or replace trigger shipments_cash_settled after update of cash_collected, cash_written_off on shipments
  for each row when (old.cash_collected is not null and new.cash_collected is not null
    and (old.cash_collected <> new.cash_collected or old.cash_written_off <> new.cash_written_off))
  execute function settle_cash_of_shipment();

-- Writes the row that the desk's lists search (record 0071). Placing an order writes lines and shipments in the order's own
-- statement, so this trigger runs after them.
create or replace trigger orders_row_insert after insert on orders
  for each row when (new.number is not null) execute function write_row_of_order();
create or replace trigger orders_row_update
  after update of number, status, total, email, contact, shipping_address, billing_address, confirmation_due, held_at, tags, assignee_id on orders
  for each row when (new.number is not null) execute function write_row_of_order();
create or replace trigger shipments_row after update of state, store_code, tracking_number, late_since on shipments
  for each row when (old.state is distinct from new.state or old.store_code is distinct from new.store_code
    or old.tracking_number is distinct from new.tracking_number or old.late_since is distinct from new.late_since)
  execute function write_row_of_shipment();

create or replace trigger shipments_proof_given_up after update of proof_key on shipments
  for each row when (old.proof_key is not null and old.proof_key is distinct from new.proof_key) execute function give_up_proof();

create or replace trigger shipments_points_due after update of state on shipments
  for each row when (new.state = 'delivered' and old.state <> 'delivered') execute function points_of_shipment_due();
create or replace trigger order_lines_points_due after update of refunded on order_lines
  for each row when (new.refunded <> old.refunded) execute function points_of_shipment_due();
