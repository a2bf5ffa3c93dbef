-- A real shop starts without invented data (record 0096). The baseline inserted the demo's cards and switched points on. Cards
-- and flags that are unchanged and were never used are deleted. The demo shop loads its own cards and flags
-- (demo/src/demo-settings.ts).
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

-- A flag without a row has the default of the code: off, for points. All rows of the baseline have the time of its transaction. A
-- shop whose customers have points keeps its flags.
delete from flags f
where f.name in ('pointsMax', 'pointsBi', 'pointsBac', 'pointsCash', 'pointsPromerica', 'pointsBam', 'thirdPartyPoints')
  and f.enabled = (f.name in ('pointsMax', 'pointsBi', 'pointsBac', 'pointsCash'))
  and f.updated_at = (select min(updated_at) from flags)
  and not exists (select from points_certificates)
  and not exists (select from customers where has_loyalty);

-- True: a row that is still as in the lists of a new shop. The doctor and `ceiba synonym list` name these rows. The baseline's
-- groups of synonyms end with 181.
alter table search_synonyms add column is_standard boolean not null default false;
alter table search_absent add column is_standard boolean not null default false;
alter table search_other_brands add column is_standard boolean not null default false;
update search_synonyms set is_standard = true where meaning <= 181;
update search_absent set is_standard = true where not exists (select from audit_entries a where a.entity = 'synonyms');
update search_other_brands set is_standard = true where not exists (select from audit_entries a where a.entity = 'synonyms');

-- The texts of a page that nobody has changed. They name points and cuotas only if the shop has them
-- (domain/src/help/help-facts.ts). Nodes of the previous release still read the other columns. Null if the page has its own
-- texts.
alter table category_pages add column standard jsonb;
update category_pages set standard = jsonb_build_object('title', title, 'description', description, 'blocks', blocks)
  where (slug, md5(title || description || blocks::text)) in (
    ('ayuda', '70e2109819d3b3cf1e8e09818ba7613a'), ('ayuda/entregas', 'ffa5be95aa767cccfc03de9ae43fc818'),
    ('ayuda/pagos', '72591495ffa4b69e6540fcdfc40844b1'), ('ayuda/devoluciones', 'ca9abdf4d88a2c68ebbc5c34478c379f'),
    ('ayuda/garantias', '0c1813043ebe3f648d136ad41f7401de'), ('ayuda/puntos', '3794cc36d740df3168bb51b2a205b519'),
    ('ayuda/facturas', '2687a26cf213b64b7322cc394a777446'), ('ayuda/contacto', '727bf845d4b5516f9c78efb9b52e60b1'));
update category_pages set standard = replace(standard::text,
    'garantías, puntos y facturas', 'garantías{points:, puntos} y facturas')::jsonb where slug = 'ayuda';
update category_pages set standard = replace(replace(replace(replace(standard::text,
    '"Pagos y cuotas"', '"Pagos{installments: y cuotas}"'),
    'pagar, y los bancos con los que pagas en cuotas.', 'pagar{installments:, y los bancos con los que pagas en cuotas}.'),
    '"¿Las cuotas tienen recargo?"', '"{installments:¿Las cuotas tienen recargo?}"'),
    '"¿Desde cuánto puedo pagar en cuotas?"', '"{installments:¿Desde cuánto puedo pagar en cuotas?}"')::jsonb where slug = 'ayuda/pagos';
update category_pages set standard = replace(replace(replace(standard::text,
    '"Cómo acumular puntos con tus compras y pagar con ellos."',
    '"{earning:Cómo acumular puntos con tus compras y pagar con ellos.|Cómo pagar con puntos.}"'),
    '"¿Cómo acumulo Puntos MAX?"', '"{earning:¿Cómo acumulo Puntos MAX?}"'),
    '"¿Cómo pago con puntos?"', '"{points:¿Cómo pago con puntos?}"')::jsonb where slug = 'ayuda/puntos';

-- Pages with the texts that shoppers see: the standard texts, or the page's own if it has no standard ones.
create view shown_pages as
  select slug, category_id, coalesce(standard ->> 'title', title) as title,
    coalesce(standard ->> 'description', description) as description, coalesce(standard -> 'blocks', blocks) as blocks
  from category_pages;
