-- How often an address has called lately, as its nodes have told each other (DEC-167, record 0016). Unlogged: a crash
-- forgets the counts of one window, which is what they are worth.
create unlogged table call_budgets (
  budget text not null,
  -- Client address, IPv6 by its /64 network.
  caller text not null,
  calls integer not null,
  ends_at timestamptz not null,
  primary key (budget, caller)
);

create index call_budgets_ends_at on call_budgets (ends_at);
