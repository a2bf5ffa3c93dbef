-- Products whose presale date changed. A job moves the promises of their open orders and mails the buyers, then deletes the row (PROD-12).
create table presale_changes (
  product_id bigint primary key references products (id) on delete cascade,
  former_dates date[] not null,                -- the dates before each change that the job has not finished
  changed_at timestamptz not null              -- the last change: the job waits until nobody has changed it for some minutes
);
create index presale_changes_changed on presale_changes (changed_at);
