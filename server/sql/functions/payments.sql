-- Since when the bank is asked.
create or replace function payments_reversing_since() returns trigger language plpgsql as $$
begin
  new.reversing_since := clock_timestamp();
  return new;
end $$;

-- With its account a card goes, whatever deletes that.
create or replace function remove_card_of_nobody() returns trigger language plpgsql as $$
begin
  new.removed_at := coalesce(new.removed_at, clock_timestamp());
  new.remove_after := coalesce(new.remove_after, clock_timestamp());
  return new;
end $$;

-- Whatever removes a card tells the job that talks with the acquirer.
create or replace function remove_saved_cards_soon() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('remove-saved-cards', '{}', job_key => 'remove-saved-cards');
  return null;
end $$;
