-- A payment that a browser tells of belongs to a cart of the shop, and is told once: what names none would be written by anybody,
-- without end. The cart may be deleted before the message is.
alter table analytics_messages add column cart_id uuid;
create unique index analytics_messages_cart on analytics_messages (event, cart_id) where cart_id is not null;
