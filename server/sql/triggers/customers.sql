create or replace trigger customers_keep_restock_stop after delete on customers for each row
  when (old.restock_stopped_at is not null and old.email_confirmed_at is null) execute function keep_restock_stop();
create or replace trigger customers_keep_restock_stop_of_former after update of email on customers for each row
  when (old.restock_stopped_at is not null and old.email_confirmed_at is null and old.email <> new.email)
  execute function keep_restock_stop();
create or replace trigger customers_take_restock_stop after insert on customers for each row execute function take_restock_stop();
create or replace trigger customers_forget_restock_mailed after update of email, email_confirmed_at on customers for each row
  when (new.email_confirmed_at is not null and (old.email_confirmed_at is null or old.email <> new.email))
  execute function forget_restock_mailed();
create or replace trigger customers_delete_restock_by_email after delete on customers for each row
  when (old.email_confirmed_at is not null) execute function delete_restock_by_email();
