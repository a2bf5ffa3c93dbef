-- The IVA of an order line by the lines of its invoice (DEC-233): goods and warranties are separate. Each amount is computed on
-- the amount charged after points, by the regime of its issuer. In older rows `goods_iva` is null, and the tax that was stored
-- with the row (`order_lines.iva`) is valid.
alter table sellers
  add column tax_regime text not null default 'general' check (tax_regime in ('general', 'small', 'exempt')),
  add column tax_regime_since timestamptz not null default '-infinity';                       -- a trigger writes it
alter table orders add column shipping_tax_rate integer check (shipping_tax_rate >= 0);        -- basis points; null: 12 %
alter table order_lines
  add column goods_iva bigint check (goods_iva >= 0),                                         -- centavos, of all units without their warranties
  add column warranty_points bigint not null default 0 check (warranty_points >= 0),          -- the part of points_share that pays warranties
  add column warranty_tax_rate integer check (warranty_tax_rate >= 0),                        -- basis points; null: no warranty
  add column warranty_iva bigint not null default 0 check (warranty_iva >= 0);
