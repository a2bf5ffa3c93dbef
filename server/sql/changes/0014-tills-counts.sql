-- Every count of a till is a row (CASH-05): the float at the opening, the money at the closing, and each later count. The session
-- has the latest count of each kind. Earlier counts stay. A later count names the person and the reason.
create table till_counts (
  id bigint generated always as identity primary key,
  session_id uuid not null references till_sessions (id) on delete cascade,
  kind text not null check (kind in ('opening', 'closing')),
  counted bigint not null check (counted >= 0),          -- centavos
  -- The counted amount minus the amount that was expected at that time. Negative if money is missing. Null if no amount was
  -- expected.
  difference bigint,
  counted_cards bigint check (counted_cards >= 0),       -- closings only: the sum of the vouchers
  cards_difference bigint,
  actor jsonb not null,                                  -- {kind, id} as in domain/src/actors
  reason text check (reason <> '' and length(reason) <= 300),
  at timestamptz not null,
  constraint till_counts_cards check ((counted_cards is null) = (kind = 'opening') and (cards_difference is null) = (kind = 'opening'))
);
create index till_counts_session on till_counts (session_id, id);
create trigger till_counts_append_only before update or delete on till_counts for each row execute function refuse_change();

-- The amount that the last count of the previous session left in the till. Null if there was no such count, or if an older
-- release opened the session.
alter table till_sessions add column float_expected bigint;
-- Reason why the float differs from `float_expected`.
alter table till_sessions add column float_reason text;
-- The person who was refused cash because the till had too little. Until another person brings change, the till pays out no
-- refund: repeated tries would reveal its content.
alter table till_sessions add column short_by jsonb;

-- The movement with the wrong amount that this movement corrects (CASH-04).
alter table till_movements add column corrects bigint;
