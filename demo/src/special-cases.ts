/**
 * The special cases of DEC-161, by sku; a colour family is named without its colour and all its colours are meant.
 * What follows from the category alone (gift cards, services, motorcycles, restricted) is not listed.
 */
export const specialCases = {
  outOfStock: ['TV-0016', 'CEL-0007', 'REF-0006', 'CON-0005', 'LIC-0008', 'AUD-0009', 'TAB-0004'],
  /** Shown as "Solo quedan N disponibles" by an offer on the sku. */
  lowStockBySku: ['TV-0006', 'LAP-0007', 'BOC-0002', 'FRE-0005', 'MON-0007'],
  /** Shown by an offer on their category: see `server/src/stock/stock.store.ts`. */
  lowStockByCategory: ['CON-0001', 'CON-0003', 'CON-0008', 'IMP-0004', 'IMP-0009'],
  flashSale: [
    'TV-0003',
    'TV-0008',
    'LAP-0001',
    'CEL-0003',
    'AUD-0002',
    'BOC-0003',
    'REL-0003',
    'TAB-0003',
    'FRE-0001',
    'BAR-0003',
    'REF-0002',
    'LAV-0002',
    'CON-0002',
    'COL-0001',
  ],
  /** Sku and days from today until it is delivered; null: not known yet. */
  presale: [
    { sku: 'CEL-0010', days: 24 },
    { sku: 'CON-0006', days: 38 },
    { sku: 'TV-0015', days: 17 },
    { sku: 'LAP-0013', days: null },
    { sku: 'REL-0006', days: null },
  ],
  dropshipping: ['COL-0003', 'COL-0006', 'AIR-0005', 'REF-0009', 'EST-0005', 'MON-0005', 'SOP-0005', 'RED-0003'],
  withoutPrice: ['TV-0031', 'REF-0013', 'LAP-0015'],
  /** Ordinary discounts that say until when they hold, with the days that are left. */
  datedDiscount: [
    { sku: 'TV-0010', days: 5 },
    { sku: 'LAP-0004', days: 9 },
    { sku: 'LAV-0001', days: 3 },
    { sku: 'EST-0004', days: 12 },
    { sku: 'MIC-0002', days: 7 },
    { sku: 'BAR-0001', days: 2 },
  ],
  /** Paid for by their brand: they carry an event address (DEC-144). */
  sponsored: ['TV-0005', 'CEL-0004', 'LAP-0002', 'AUD-0006', 'REF-0004', 'FRE-0003'],
  /** Days until the gift ends; null: without end. The last one has ended and must not be shown (CAT-22). */
  gifts: [
    {
      sku: 'TV-0001',
      title: 'Soporte de pared para TV',
      drawing: { kind: 'tvmount', variant: 'fijo', finish: 'negro' },
      days: 30,
    },
    {
      sku: 'CEL-0003',
      title: 'Audífonos inalámbricos',
      drawing: { kind: 'earbuds', finish: 'perla', caja: 'ovalada' },
      days: null,
    },
    {
      sku: 'LAP-0003',
      title: 'Mochila y mouse inalámbrico',
      drawing: { kind: 'charger', variant: 'pared', finish: 'negro' },
      days: 14,
    },
    {
      sku: 'REF-0001',
      title: 'Licuadora personal',
      drawing: { kind: 'blender', variant: 'conico', finish: 'carmesi' },
      days: 21,
    },
    {
      sku: 'REL-0001',
      title: 'Correa adicional',
      drawing: { kind: 'smartwatch', round: true, finish: 'plata', band: 'coral' },
      days: null,
    },
    {
      sku: 'BOC-0005',
      title: 'Cargador de pared',
      drawing: { kind: 'charger', variant: 'pared', finish: 'perla' },
      days: -10,
    },
  ],
} as const;
