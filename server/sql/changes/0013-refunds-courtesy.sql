-- Units that are refunded before they are sent, but are sent nevertheless: the reason, and the number of these units in a
-- shipment. All other refunded units of a shipment that has not left are canceled.
alter table refunds add column courtesy_reason text check (length(courtesy_reason) between 1 and 300);
alter table refund_lines add column is_courtesy boolean not null default false;
alter table shipment_lines add column courtesy integer not null default 0 check (courtesy >= 0);
