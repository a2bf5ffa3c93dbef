-- A real shop begins with nothing invented (record 0096). The baseline inserted the demo's cards and switched points on: what is
-- still as inserted and was never used goes. The demo shop loads its own (demo/src/demo-settings.ts).
delete from card_bins b
using (values
  ('411111', 'Banco Industrial', 'visa', '{6,10,12,24,36,48}'::integer[], false),
  ('424242', 'BAM-MAX', 'visa', '{6,10,12,24,36,48}', true),
  ('401288', 'G&T Continental', 'visa', '{6,10,12,24}', false),
  ('400000', 'G&T Continental', 'visa', '{6,10,12}', false),
  ('555555', 'Banrural', 'mastercard', '{6,10,12,24,36}', false),
  ('222300', 'Banco Promerica', 'mastercard', '{6,10,12}', false),
  ('510510', 'BAC Credomatic', 'mastercard', '{}', false),
  ('378282', '', 'amex', '{}', false),
  ('371449', '', 'amex', '{}', false)
) as inserted (bin, bank_name, brand, plans, has_discount)
where (b.bin, b.bank_name, b.brand, b.plans, b.has_discount)
    = (inserted.bin, inserted.bank_name, inserted.brand, inserted.plans, inserted.has_discount)
  and not exists (select from payments p where p.card_bin = b.bin)
  and not exists (select from saved_cards c where left(c.masked, 6) = b.bin)
  and not exists (select from carts c where c.payment_method ->> 'bin' = b.bin)
  and not exists (select from audit_entries a where a.entity = 'card-bins');

-- A flag without a row is what the code says: off, of points. All rows of the baseline have the moment of its transaction. A shop
-- whose customers have points keeps its flags.
delete from flags f
where f.name in ('pointsMax', 'pointsBi', 'pointsBac', 'pointsCash', 'pointsPromerica', 'pointsBam', 'thirdPartyPoints')
  and f.enabled = (f.name in ('pointsMax', 'pointsBi', 'pointsBac', 'pointsCash'))
  and f.updated_at = (select min(updated_at) from flags)
  and not exists (select from points_certificates)
  and not exists (select from customers where has_loyalty);

-- Texts of help that are still as inserted name points and cuotas only where the shop has them (domain/src/help/help-facts.ts).
update category_pages set description = 'Todo sobre tu compra: entregas, pagos, devoluciones, garantías{points:, puntos} y facturas.'
  where slug = 'ayuda' and description = 'Todo sobre tu compra: entregas, pagos, devoluciones, garantías, puntos y facturas.';
update category_pages set title = 'Pagos{installments: y cuotas}' where slug = 'ayuda/pagos' and title = 'Pagos y cuotas';
update category_pages set description = 'Cómo puedes pagar{installments:, y los bancos con los que pagas en cuotas}.'
  where slug = 'ayuda/pagos' and description = 'Cómo puedes pagar, y los bancos con los que pagas en cuotas.';
update category_pages set blocks = replace(replace(blocks::text,
    '"¿Las cuotas tienen recargo?"', '"{installments:¿Las cuotas tienen recargo?}"'),
    '"¿Desde cuánto puedo pagar en cuotas?"', '"{installments:¿Desde cuánto puedo pagar en cuotas?}"')::jsonb
  where slug = 'ayuda/pagos' and blocks::text ~ '"¿(Las cuotas tienen recargo|Desde cuánto puedo pagar en cuotas)\?"';
update category_pages set description = '{earning:Cómo acumular puntos con tus compras y pagar con ellos.|Cómo pagar con puntos.}'
  where slug = 'ayuda/puntos' and description = 'Cómo acumular puntos con tus compras y pagar con ellos.';
update category_pages set blocks = replace(replace(blocks::text,
    '"¿Cómo acumulo Puntos MAX?"', '"{earning:¿Cómo acumulo Puntos MAX?}"'),
    '"¿Cómo pago con puntos?"', '"{points:¿Cómo pago con puntos?}"')::jsonb
  where slug = 'ayuda/puntos' and blocks::text ~ '"¿Cómo (acumulo Puntos MAX|pago con puntos)\?"';
