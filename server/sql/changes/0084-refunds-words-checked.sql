-- Reads the table without blocking writes (0083-refunds-contract-words.sql).
alter table refunds validate constraint refunds_cause_check;
alter table refunds validate constraint refunds_destination_check;
alter table refunds validate constraint refunds_owed_less_done;
