-- A customer's new address: mailed a link, kept with it until that is used.
alter table account_links add column new_email text;
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check check (purpose in ('confirm', 'reset', 'email'));
alter table account_links add constraint account_links_new_email check ((purpose = 'email') = (new_email is not null));

-- Gives a customer the address that a link was mailed to, confirmed by it; answers both, or why nothing was written. What was
-- mailed to the former address opens nothing any more.
create function change_email(of_token bytea, customer uuid, moment timestamptz, out refusal text, out former text, out address text)
language plpgsql as $$
begin
  select email into former from customers where id = customer for update;
  select new_email into address from account_links
    where token_hash = of_token and customer_id = customer and purpose = 'email' and expires_at > moment;
  if address is null then refusal := 'LINK_NOT_FOUND'; return; end if;
  begin
    update customers set email = address, email_confirmed_at = moment where id = customer;
  exception when unique_violation then refusal := 'EMAIL_TAKEN'; return;
  end;
  delete from account_links where customer_id = customer;
end $$;
