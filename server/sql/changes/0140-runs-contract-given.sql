-- Each row of a run has the change of its run. A grid saves its rows together (PROD-25), so no row has a separate change.
alter table run_rows drop column if exists given;
