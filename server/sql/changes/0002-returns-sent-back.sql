-- Rejected units of a return go back to the buyer (WORK-20).
alter table returns
  add column to_send_back integer not null default 0,                                     -- rejected units of goods; a trigger counts them
  add column sent_back_at timestamptz,
  add column sent_back_how text check (sent_back_how <> '' and length(sent_back_how) <= 300),   -- in words that the buyer reads
  add column sent_back_by jsonb;                                                          -- {kind, id} as in domain/src/actors
