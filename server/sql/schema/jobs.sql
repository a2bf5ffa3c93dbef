-- Workers of the queue, with the time of each worker's last report. A worker without a report for a while has died, and others
-- take its jobs. One row for each running process. The queue gives the process its name (locked_by).
create table job_workers (
  worker text primary key,
  seen_at timestamptz not null
);

-- Jobs that failed all their tries and that a person discarded (`ceiba job discard`), with the reason.
create table discarded_jobs (
  job bigint primary key,
  task text not null,
  last_error text,
  reason text not null check (length(reason) between 1 and 300),
  actor jsonb not null,                        -- {kind, id} as in domain/src/actors
  discarded_at timestamptz not null
);

-- Kinds of jobs that people have paused (OPS-17). No worker starts such a job, and due jobs wait.
create table paused_jobs (
  task text primary key,
  reason text not null check (length(reason) between 1 and 300),
  actor jsonb not null,                        -- {kind, id} as in domain/src/actors
  paused_at timestamptz not null
);
