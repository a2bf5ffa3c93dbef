-- The cause of a refund that the desk makes is 'desk', not 'goodwill'. A refund that lowers an unpaid debt has the destination
-- 'owed_less', not 'bill'. Nodes of the previous release know only the old words. This release reads both and writes the old
-- words (`refund_cause`, `is_owed_less`). The next release writes the new words.
alter table refunds
  drop constraint refunds_cause_check,
  drop constraint refunds_destination_check,
  drop constraint refunds_bill_done;
alter table refunds
  add constraint refunds_cause_check check (cause in ('cancellation', 'return', 'shipment', 'desk', 'goodwill')) not valid;
alter table refunds
  add constraint refunds_destination_check
  check (destination in ('origin', 'till', 'transfer', 'giftCard', 'owed_less', 'bill')) not valid;
alter table refunds
  add constraint refunds_owed_less_done
  check (state = 'done' or amount > 0 and destination not in ('owed_less', 'bill')) not valid;
