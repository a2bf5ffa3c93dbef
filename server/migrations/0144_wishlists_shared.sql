-- What a link to a list names it by, while it is shared. It opens what the list holds, and nothing about whose it is; kept as it
-- is, so that its owner finds the same link again.
alter table wishlists add column share_token text unique check (length(share_token) = 43);
