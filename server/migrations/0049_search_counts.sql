-- What was looked for, by day in Guatemala: how often, and how often nothing was found. Nothing tells who it was.
create table search_counts (
  day date not null,
  words text not null,
  searches integer not null check (searches >= 0),
  without_result integer not null check (without_result between 0 and searches),
  primary key (day, words)
) with (fillfactor = 80);
