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
