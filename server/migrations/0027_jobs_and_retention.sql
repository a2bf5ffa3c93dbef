-- Who works on the queue's jobs, and when it last said so: a worker that has been silent for a while has died, and others
-- take its jobs. A row for each running process; the name is the queue's own (locked_by).
create table job_workers (
  worker text primary key,
  seen_at timestamptz not null
);

-- Jobs of the schedule that did this before.
select graphile_worker.complete_jobs(array(
  select id from graphile_worker.jobs where task_identifier = 'unlock-lost-jobs'));

-- Only the nightly cleaning asks by age; summarising, so that writing an event costs nothing more.
create index order_events_age on order_events using brin (created_at) with (pages_per_range = 16);
