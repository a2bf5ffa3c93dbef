-- Findings of the guard's last check: one row for each invariant and reach, also if nothing was found. Every web process shows
-- them in /metrics, whichever worker ran the check.
create table invariant_findings (
  invariant text not null,
  reach text not null check (reach in ('recent', 'everything')),
  broken integer not null check (broken >= 0),   -- capped at 1000
  samples text[] not null default '{}',
  checked_at timestamptz not null,
  primary key (invariant, reach)
);

-- The moment up to which the charges in an acquirer's own list were compared with ours, without a finding. The next check of
-- recent charges continues from there, so that its cost does not grow with the days it may reach back. A finding leaves the
-- moment unchanged.
create table bank_ledger_positions (
  account text primary key,                    -- acquirer and account, as in payments.acquirer
  read_until timestamptz not null
);
