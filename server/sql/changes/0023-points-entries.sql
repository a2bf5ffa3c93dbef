-- Points that purchases earn in the shop's own program (LOYAL-02): one entry for each line of a customer's order, once the line
-- is delivered and paid.
create table points_entries (
  order_id uuid not null,
  position integer not null,
  key uuid not null unique default gen_random_uuid(),         -- the key of the credit at the program: one entry, one credit
  points integer not null check (points >= 0),
  state text not null check (state in (
    'none',                                    -- the line earned nothing, or the buyer was no member then
    'crediting',                               -- the program is being asked to credit the points
    'credited',
    'refused')),                               -- the program knows no such member, and nothing was credited
  created_at timestamptz not null default clock_timestamp(),
  settle_after timestamptz,                    -- when the program may be asked again; each try moves it on, as its lease
  primary key (order_id, position),
  foreign key (order_id, position) references order_lines (order_id, position),
  constraint points_entries_settle check ((settle_after is not null) = (state = 'crediting')),
  constraint points_entries_none check ((points = 0) = (state = 'none'))
);
create index points_entries_settle on points_entries (settle_after) where settle_after is not null;

-- Parts of a credit that are taken back, because units of the line were given back or canceled.
create table points_takebacks (
  key uuid primary key default gen_random_uuid(),             -- the key of this part at the program
  order_id uuid not null,
  position integer not null,
  points integer not null check (points > 0),
  created_at timestamptz not null default clock_timestamp(),
  settle_after timestamptz default clock_timestamp(),         -- null: the program has taken it back
  foreign key (order_id, position) references points_entries (order_id, position)
);
create index points_takebacks_line on points_takebacks (order_id, position);
create index points_takebacks_settle on points_takebacks (settle_after) where settle_after is not null;

-- Orders whose entries a job has to check: some of their units were delivered or given back.
create table points_due (
  order_id uuid primary key references orders (id),
  due_at timestamptz not null
);
create index points_due_at on points_due (due_at);
