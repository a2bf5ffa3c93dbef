-- Refunds above the amount that one person may give in a day without approval (WORK-19). Nothing changes in the order until
-- another person approves. Then the refund is made with the same ID, and this row proves who requested and who approved it.
create table refund_requests (
  id uuid primary key,
  order_id uuid not null references orders (id),
  asked jsonb not null,                        -- lines, delivery, goodwill and the fate of units that are not sent, as in the call
  amount bigint not null check (amount > 0),   -- centavos, as shown to the person; it cannot be approved if the amount has changed
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
-- The desk's list: newest first, together with the refunds that were made.
create index refund_requests_created on refund_requests (created_at, id) where state <> 'done';
create index refund_requests_order on refund_requests (order_id);
