-- Every count of a till is a row (CASH-05): the float it was opened with, what was counted when it was closed, and each count after that. The
-- latest of its kind is what stands in the session; the earlier ones stay, with who counted and why somebody counted again.
create table till_counts (
  id bigint generated always as identity primary key,
  session_id uuid not null references till_sessions (id) on delete cascade,
  kind text not null check (kind in ('opening', 'closing')),
  counted bigint not null check (counted >= 0),          -- centavos
  -- What was counted beyond what was expected at that moment; below zero: it is missing. Null: nothing was expected.
  difference bigint,
  counted_cards bigint check (counted_cards >= 0),       -- the sum of the vouchers, of a closing
  cards_difference bigint,
  actor jsonb not null,                                  -- {kind, id} as in domain/src/actors
  reason text check (reason <> '' and length(reason) <= 300),
  at timestamptz not null,
  constraint till_counts_cards check ((counted_cards is null) = (kind = 'opening') and (cards_difference is null) = (kind = 'opening'))
);
create index till_counts_session on till_counts (session_id, id);
create trigger till_counts_append_only before update or delete on till_counts for each row execute function refuse_change();

-- What its predecessor's last count left in the till. Null: it had none, or an older release opened it.
alter table till_sessions add column float_expected bigint;
-- Why the float differs from that.
alter table till_sessions add column float_reason text;
-- Who was refused cash that the till did not have. Until another person brings change the till gives out no refund: tries would tell what is in it.
alter table till_sessions add column short_by jsonb;

-- The movement whose amount was typed wrong; this one puts it right (CASH-04).
alter table till_movements add column corrects bigint;
