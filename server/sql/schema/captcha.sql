-- Once half of a budget for placing orders is used, an order needs a proof of work (DEC-11, DEC-171, DEC-196).

-- Signs challenges.
insert into shop_secrets values ('captcha', gen_random_uuid()::text || gen_random_uuid()::text);

-- Proofs that were submitted. Each counts once. A row is deleted when its proof would have expired anyway.
create table captcha_proofs (
  proof text primary key,
  expires_at timestamptz not null
);
create index captcha_proofs_expired on captcha_proofs (expires_at);
