-- Findings of the guard's last check: one row for each invariant and reach, even if nothing was found. Every web process shows
-- the findings in /metrics, whichever worker ran the check.
create table invariant_findings (
  invariant text not null,
  reach text not null check (reach in ('recent', 'everything')),
  broken integer not null check (broken >= 0),   -- capped at 1000
  samples text[] not null default '{}',
  checked_at timestamptz not null,
  primary key (invariant, reach)
);

-- Time up to which the charges in an acquirer's own list were compared with the shop's charges, without a finding. The next check
-- of recent charges continues from there, so the cost of a check does not grow with the days that it may cover. A finding does
-- not change this time.
create table bank_ledger_positions (
  account text primary key,                    -- acquirer and account, as in payments.acquirer
  read_until timestamptz not null
);
