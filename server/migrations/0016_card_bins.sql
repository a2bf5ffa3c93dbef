-- The local banks' cards of DEC-105 (also in domain/payments/installments.ts; a test compares them). An operator changes
-- these rows; any bin that is not here is not local.
insert into card_bins (bin, bank_name, brand, plans, has_discount) values
  ('411111', 'Banco Industrial', 'visa', '{6,10,12,24,36,48}', false),
  ('424242', 'BAM-MAX', 'visa', '{6,10,12,24,36,48}', true),
  ('401288', 'G&T Continental', 'visa', '{6,10,12,24}', false),
  ('400000', 'G&T Continental', 'visa', '{6,10,12}', false),
  ('555555', 'Banrural', 'mastercard', '{6,10,12,24,36}', false),
  ('222300', 'Banco Promerica', 'mastercard', '{6,10,12}', false),
  ('510510', 'BAC Credomatic', 'mastercard', '{}', false),
  ('378282', '', 'amex', '{}', false),
  ('371449', '', 'amex', '{}', false);
