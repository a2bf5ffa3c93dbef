-- What of the units' worth was missing of the cash that was collected with their shipment (WORK-12): it is set off, and not given back.
alter table refund_lines add column shortfall bigint not null default 0 check (shortfall >= 0);
