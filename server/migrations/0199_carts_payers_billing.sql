-- Whoever opens a payment link finds the invoice that its advisor typed, never that of somebody who tried to pay it before.
alter table carts add column has_payers_billing boolean not null default false;
comment on column carts.has_payers_billing is 'Of a payment link''s cart: its invoice is no longer the one that came with it';

-- Of links that are out, what was changed since may be a payer's.
update carts set has_payers_billing = true where link_expires_at is not null and billing_address is not null and updated_at > created_at;
