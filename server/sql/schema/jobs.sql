-- Who works on the queue's jobs, and when it last said so: a worker that has been silent for a while has died, and others
-- take its jobs. A row for each running process; the name is the queue's own (locked_by).
create table job_workers (
  worker text primary key,
  seen_at timestamptz not null
);
