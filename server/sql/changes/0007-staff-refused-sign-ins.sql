-- Refused sign-ins to the desk, counted by hour. Strangers can cause any number of them, so there is no row for each refusal
-- (OFF-10).
create table staff_refused_sign_ins (
  hour timestamptz not null,
  network text not null,            -- the client's address; for IPv6 the /48 that one line may have
  operation text not null,          -- name of the call
  code text not null,               -- the code of the refusal
  entity_id text not null,          -- the person whose e-mail was typed; 'unknown': nobody has that e-mail
  refusals integer not null,
  last_at timestamptz not null,
  primary key (hour, network, operation, code, entity_id)
);
