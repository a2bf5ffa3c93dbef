-- Values of their own, in a migration of their own: PostgreSQL uses a new enum value only after its transaction.

-- An order whose charge is being barred or reversed at the bank: it can no longer be confirmed.
alter type order_status add value 'voiding' after 'placing';

-- A charge that the bank approved although its order came to nothing: asked to be reversed until the bank has done it.
alter type payment_status add value 'reversing' before 'reversed';
