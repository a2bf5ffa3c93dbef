-- Requests to return units of a line of a delivered order (RET-01, DEC-142). Whose it is, its order says.
create sequence return_numbers as integer minvalue 100001;

create table returns (
  id uuid primary key,
  number integer not null unique default nextval('return_numbers'),
  order_id uuid not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  reason text not null,
  description text not null,
  request_key text,                              -- header Idempotency-Key: the same request twice is one return
  requested_at timestamptz not null,
  received_at timestamptz,                       -- when the goods had arrived at the shop
  foreign key (order_id, position) references order_lines (order_id, position)
);
alter sequence return_numbers owned by returns.number;
create unique index returns_request_key on returns (order_id, request_key) where request_key is not null;
create index returns_line on returns (order_id, position);
create index returns_open on returns (number) where received_at is null;

-- Pictures that came with it, in the file store under this path, n from 1.
create table return_pictures (
  return_id uuid not null references returns (id) on delete cascade,
  n smallint not null check (n between 1 and 9),
  path text not null unique,
  primary key (return_id, n)
);
