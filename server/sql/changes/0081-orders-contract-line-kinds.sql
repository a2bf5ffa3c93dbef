-- A line's kind is 'goods', 'gift_card' or 'service', as in `products`. Nodes of the previous release know only 'product' and
-- 'giftCard'. This release reads both and writes the old words (`line_kind`). The next release writes the new words.
alter table order_lines drop constraint order_lines_kind_check;
alter table order_lines add constraint order_lines_kind_check
  check (kind in ('goods', 'gift_card', 'service', 'product', 'giftCard')) not valid;
