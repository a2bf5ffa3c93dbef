-- What the guard found when it last looked: one row per invariant and reach, also where it found nothing. Any web
-- process shows it in /metrics, whichever worker looked.
create table invariant_findings (
  invariant text not null,
  reach text not null check (reach in ('recent', 'everything')),
  broken integer not null check (broken >= 0),   -- capped at 1000
  samples text[] not null default '{}',
  checked_at timestamptz not null,
  primary key (invariant, reach)
);

-- Up to when the charges in an acquirer's own list were compared with ours and nothing was found: a run of what is recent goes on from
-- there, so that what it reads does not grow with the days it may reach back. A finding keeps it where it is.
create table bank_ledger_positions (
  account text primary key,                    -- acquirer and account, as payments.acquirer
  read_until timestamptz not null
);
