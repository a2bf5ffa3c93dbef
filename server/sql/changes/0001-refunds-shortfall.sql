-- The part of the units' worth that is set off against cash that was missing when their shipment was collected (WORK-12). It is
-- not given back.
alter table refund_lines add column shortfall bigint not null default 0 check (shortfall >= 0);
