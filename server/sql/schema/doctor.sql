-- Since when what the doctor found is so, by the name of the finding (OPS-04): kept as long as each look finds it again.
create table doctor_findings (
  code text primary key,
  since timestamptz not null
);

-- Processes of the shop that run, each with its version; one that has said nothing for a while has ended.
create table running_nodes (
  name text primary key,                       -- machine and process
  role text not null check (role in ('all', 'web', 'worker')),
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
