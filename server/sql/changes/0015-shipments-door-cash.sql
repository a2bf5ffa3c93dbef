-- Cash at the door that was typed wrong is corrected, paid later or written off (CASH-07). `shipments.cash_collected` is the sum of its movements.
alter type money_movement_kind add value if not exists 'cash_uncollected';   -- written as collected, and was not
alter type money_movement_kind add value if not exists 'cash_written_off';   -- nobody pays it any more: no money moved
alter table shipments add column cash_written_off bigint not null default 0;  -- centavos
alter table shipments add column cash_settled_at timestamptz;                 -- when one of the three was last done
