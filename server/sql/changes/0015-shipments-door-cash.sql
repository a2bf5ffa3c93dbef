-- Cash at the door that was typed wrong is corrected, paid later or written off (CASH-07). `shipments.cash_collected` is the sum of its movements.
alter type money_movement_kind add value if not exists 'cash_uncollected';   -- recorded as collected by mistake
alter type money_movement_kind add value if not exists 'cash_written_off';   -- nobody pays it any more, and no money moved
alter table shipments add column cash_written_off bigint not null default 0;  -- centavos
alter table shipments add column cash_settled_at timestamptz;                 -- when it was last corrected, paid or written off
