-- Requests in which a points program knew no account by the data (DEC-165): DPIs, birth dates and cards are found by trying,
-- from many addresses too.
create table points_guesses (
  subject text not null,            -- HMAC of a DPI, of a card number or of the client that asked: leads back to none
  failed_at timestamptz not null
);
create index points_guesses_subject on points_guesses (subject, failed_at);
create index points_guesses_age on points_guesses (failed_at);
insert into shop_secrets values ('points-guesses', gen_random_uuid()::text || gen_random_uuid()::text);
