-- DEC-11, DEC-171, DEC-196: from half of a budget of placing on, an order wants a proof that took some work.

-- What challenges are signed with.
insert into shop_secrets values ('captcha', gen_random_uuid()::text || gen_random_uuid()::text);

-- Proofs that were handed in: each counts once. Kept until they would be too old anyway.
create table captcha_proofs (
  proof text primary key,
  expires_at timestamptz not null
);
create index captcha_proofs_expired on captcha_proofs (expires_at);
