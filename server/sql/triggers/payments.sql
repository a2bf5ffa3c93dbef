create or replace trigger payments_reversing_since before update of status on payments
  for each row when (new.status = 'reversing' and old.status <> 'reversing') execute function payments_reversing_since();

create or replace trigger payments_money_insert after insert on payments
  for each row when (new.amount > 0 and new.status not in ('pending', 'refused')) execute function move_money_of_payment();
create or replace trigger payments_money after update of status on payments
  for each row when (new.amount > 0 and new.status <> old.status and new.status <> 'refused') execute function move_money_of_payment();

create or replace trigger saved_cards_without_customer before update of customer_id on saved_cards
  for each row when (new.customer_id is null) execute function remove_card_of_nobody();
create or replace trigger saved_cards_inserted_removed after insert on saved_cards
  for each row when (new.removed_at is not null) execute function remove_saved_cards_soon();
create or replace trigger saved_cards_removed after update on saved_cards
  for each row when (old.removed_at is null and new.removed_at is not null) execute function remove_saved_cards_soon();

create or replace trigger card_bins_purge after insert or update or delete on card_bins for each row execute function shop_policy_purge();
create or replace trigger card_bins_plans before insert or update on card_bins for each row execute function card_bin_plans();
