-- Who works on the queue's jobs, and when it last said so: a worker that has been silent for a while has died, and others
-- take its jobs. A row for each running process; the name is the queue's own (locked_by).
create table job_workers (
  worker text primary key,
  seen_at timestamptz not null
);

-- Jobs that failed all their tries and that a person has ended for good (`ceiba job discard`): what they were, and why.
create table discarded_jobs (
  job bigint primary key,
  task text not null,
  last_error text,
  reason text not null check (length(reason) between 1 and 300),
  actor jsonb not null,                        -- {kind, id} as in domain/src/actors
  discarded_at timestamptz not null
);

-- Kinds of jobs that people have paused (OPS-17): no worker takes one of them, and what is due waits.
create table paused_jobs (
  task text primary key,
  reason text not null check (length(reason) between 1 and 300),
  actor jsonb not null,                        -- {kind, id} as in domain/src/actors
  paused_at timestamptz not null
);
