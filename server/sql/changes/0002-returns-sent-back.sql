-- Units of a return that the shop does not accept go back to their buyer (WORK-20).
alter table returns
  add column to_send_back integer not null default 0,                                     -- units of goods that were rejected; a trigger counts them
  add column sent_back_at timestamptz,
  add column sent_back_how text check (sent_back_how <> '' and length(sent_back_how) <= 300),   -- in words: its buyer reads them
  add column sent_back_by jsonb;                                                          -- {kind, id} as in domain/src/actors
