-- Time since which each finding of the doctor is true, by the name of the finding (OPS-04). A row stays while each check finds
-- the fault again.
create table doctor_findings (
  code text primary key,
  since timestamptz not null
);

-- Running processes of the shop, each with its version. A process that has not reported for a while has ended.
create table running_nodes (
  name text primary key,                       -- machine and process
  role text not null check (role in ('all', 'web', 'worker')),
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
