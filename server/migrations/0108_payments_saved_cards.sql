-- Cards that customers have saved (PROF-22): the acquirer's token, and what tells one card from another. Nothing here charges
-- without it, and the number and CVV are nowhere (DEC-10).
create table saved_cards (
  id uuid primary key,                          -- what the customer's calls name it by; the acquirer's token stays here
  customer_id uuid references customers (id) on delete set null,
  vault_token text not null,
  masked text not null check (masked ~ '^\d{6}\*+\d{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null,
  saved_at timestamptz not null,
  removed_at timestamptz,                       -- from then on it charges nothing; the row goes when the acquirer has removed it, too
  remove_after timestamptz,                     -- from when the acquirer is asked again; moved on as its lease
  constraint saved_cards_of_customer check (customer_id is not null or removed_at is not null),
  constraint saved_cards_removal check ((removed_at is null) = (remove_after is null))
);
-- DEC-108.
create unique index saved_cards_once on saved_cards (customer_id, masked, expiry_month, expiry_year) where removed_at is null;
create index saved_cards_removed on saved_cards (remove_after) where removed_at is not null;

-- With its account a card goes, whatever deletes that.
create function remove_card_of_nobody() returns trigger language plpgsql as $$
begin
  new.removed_at := coalesce(new.removed_at, clock_timestamp());
  new.remove_after := coalesce(new.remove_after, clock_timestamp());
  return new;
end $$;
create trigger saved_cards_without_customer before update of customer_id on saved_cards
  for each row when (new.customer_id is null) execute function remove_card_of_nobody();

-- Whatever removes a card tells the job that talks with the acquirer.
create function remove_saved_cards_soon() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('remove-saved-cards', '{}', job_key => 'remove-saved-cards');
  return null;
end $$;
create trigger saved_cards_inserted_removed after insert on saved_cards
  for each row when (new.removed_at is not null) execute function remove_saved_cards_soon();
create trigger saved_cards_removed after update on saved_cards
  for each row when (old.removed_at is null and new.removed_at is not null) execute function remove_saved_cards_soon();
