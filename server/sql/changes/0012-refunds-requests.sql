-- Refunds above what one person may give alone in a day (WORK-19). Nothing of the order moves until another person approves: then the refund
-- is made under the same id, and this row stays as the proof of who asked and who approved.
create table refund_requests (
  id uuid primary key,
  order_id uuid not null references orders (id),
  asked jsonb not null,                        -- lines, delivery, goodwill and what becomes of units that are not sent, as the call said
  amount bigint not null check (amount > 0),   -- centavos, as it was shown: another amount by now is not approved
  destination text not null check (destination in ('origin', 'till', 'transfer', 'giftCard')),
  state refund_state not null check (state in ('awaiting_approval', 'rejected', 'done')),   -- `done`: approved, and its refund is made
  actor jsonb not null,                        -- who asked: {kind, id} as in domain/src/actors
  reason text not null check (length(reason) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  decided_by uuid references staff_members (id),
  decided_at timestamptz,
  rejection text check (length(rejection) <= 300),
  constraint refund_requests_decided check (num_nulls(decided_by, decided_at) = case when state = 'awaiting_approval' then 2 else 0 end),
  constraint refund_requests_rejected check ((rejection is not null) = (state = 'rejected'))
);
-- The desk's list: newest first, beside the refunds that were made.
create index refund_requests_created on refund_requests (created_at, id) where state <> 'done';
create index refund_requests_order on refund_requests (order_id);
