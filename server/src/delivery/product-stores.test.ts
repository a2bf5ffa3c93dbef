import { examples } from '@ceiba/contract/testing/test-all';
import { storeAvailability } from '@ceiba/domain/delivery/store-availability';
import { centavos } from '@ceiba/domain/money/money';
import { demoTerms } from '@ceiba/domain/testing/terms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LineFacts, priceCart } from '../carts/cart-snapshot.ts';
import { planStock } from '../orders/placing/plan-stock.ts';
import type { DeliverableRow, SourcePlaceRow, Supply } from './delivery.store.ts';
import { levelsOf } from './delivery-times.ts';
import { shareReadings } from './product-stores.ts';

const now = new Date('2026-11-24T10:00:00-06:00');

interface State {
  places: SourcePlaceRow[];
  /** Free units by place. A place without a row has no units. */
  levels: Record<string, number>;
  storeCode: string;
  quantity: number;
}

const anyState: fc.Arbitrary<State> = fc
  .record({
    stores: fc.array(fc.record({ units: fc.option(fc.nat(6)), display: fc.constantFrom(0, 0, 1, 2) }), {
      minLength: 1,
      maxLength: 5,
    }),
    warehouse: fc.option(fc.record({ units: fc.option(fc.nat(6)), display: fc.constantFrom(0, 0, 1) })),
    chosen: fc.nat(5),
    quantity: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ stores, warehouse, chosen, quantity }) => {
    const all = [...stores.map((store, index) => ({ ...store, code: `T${index}` }))];
    const withWarehouse = warehouse === null ? all : [...all, { ...warehouse, code: 'BODEGA' }];
    return {
      places: withWarehouse.map(({ code, display }) => ({
        store_code: code,
        type: code === 'BODEGA' ? ('bodega' as const) : ('tienda' as const),
        is_warehouse: code === 'BODEGA',
        display_units: display,
      })),
      levels: Object.fromEntries(withWarehouse.flatMap(({ code, units }) => (units === null ? [] : [[code, units]]))),
      storeCode: `T${chosen % stores.length}`,
      quantity,
    };
  });

const product = (levels: Record<string, number>): DeliverableRow => ({
  ...{ sku: 'TV', kind: 'goods', seller_id: 1, lead_days: 0, is_presale: false, presale_date: null },
  ...{ is_dropshipping: false, visit_days: null, is_restricted: false, levels },
  salable: Object.values(levels).reduce((sum, units) => sum + units, 0),
});

/** Two lines of the cart may name the product. */
const linesOf = (quantity: number): LineFacts[] =>
  (quantity > 3 ? [3, quantity - 3] : [quantity]).map((units, index) => ({
    ...{ id: `line ${index}`, productId: 7, sku: 'TV', kind: 'goods', sellerId: 1, issuerRate: 1_200, quantity: units },
    ...{ status: 'IN_STOCK', salesPrice: centavos(100_00), regularPrice: centavos(100_00), salableQuantity: null },
    ...{ onSale: false, warranty: null, giftCard: null, parentSku: null, eventUrl: null },
    ...{ isRestricted: false, isDropshipping: false },
  }));

/** The plan of a placement: it locks the rows of the warehouse and of the chosen store. */
const place = ({ places, levels, storeCode, quantity }: State) => {
  const locked = places
    .filter(({ store_code, is_warehouse }) => store_code in levels && (is_warehouse || store_code === storeCode))
    .map(({ store_code, is_warehouse, display_units }) => ({
      ...{ productId: 7, storeCode: store_code, isWarehouse: is_warehouse, displayUnits: display_units },
      quantity: levels[store_code] ?? 0,
    }));
  const shippingAddress = {
    ...{ firstname: 'Lucía', lastname: 'Paz', street: ['12 calle'], city: 'Guatemala', postcode: '01001' },
    ...{ region: { regionId: 485, region: 'Guatemala' }, country_code: 'GT', telephone: '55554444' },
    ...{ latitude: null, longitude: null, zone: '', trustedPerson: null, nit: 'CF', storeCode },
  };
  const cart = priceCart(
    {
      ...{ id: 'cart', status: 'open', customerId: null, ownerId: null, isEmployee: false, email: 'lucia@correo.gt' },
      ...{ lines: linesOf(quantity), donation: null, deliveryType: 'storepickup', billingAddress: null },
      ...{ isSoldByLink: false, paymentMethod: null, card: null, couponCode: null, coupon: null, certificate: null },
      ...{ orderNumber: null, shopTaxRate: 1_200, updatedAt: now, shippingAddress },
    },
    demoTerms,
  );
  return planStock(cart, locked, demoTerms);
};

test('[LIVE-03] for random table states, a store’s answer and a placement for pickup there agree', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const { places, levels, storeCode, quantity } = state;
      const demand = { levels: levelsOf(product(levels), places), quantity };
      const store = { storeCode, hours: [], exceptions: [] };
      const said = storeAvailability(demand, store, now, demoTerms);
      const placed = place(state);
      expect(placed.ok).toBe(said.state !== 'none');
      if (!placed.ok) return;
      const fromStore = placed.value.filter((claim) => claim.storeCode === storeCode);
      const here = fromStore.reduce((sum, claim) => sum + claim.quantity, 0);
      expect(here === quantity).toBe(said.state === 'now' || said.state === 'few');
      // Placements in the store get exactly the reported number. A further unit comes from the warehouse or not at all.
      if (said.units === null) return;
      const all = place({ ...state, quantity: said.units });
      expect(all.ok && all.value.every((claim) => claim.storeCode === storeCode)).toBe(true);
      const more = place({ ...state, quantity: said.units + 1 });
      expect(!more.ok || more.value.some((claim) => claim.storeCode !== storeCode)).toBe(true);
    }),
    { numRuns: examples(10_000) },
  );
});

const nothing: Supply = { products: new Map(), places: [], regions: new Set() };

test('[LIVE-03] calls for the same product and quantity share a reading for a second, but not a failed reading', async () => {
  const read: string[] = [];
  const fails = new Set<string>();
  const readingOf = shareReadings(async (sku) => {
    read.push(sku);
    if (fails.has(sku)) throw new Error('the database is away');
    return nothing;
  });
  const after = (ms: number): Date => new Date(now.getTime() + ms);
  const first = readingOf('1 TV', 'TV', now);
  expect(readingOf('1 TV', 'TV', after(999))).toBe(first);
  expect(readingOf('2 TV', 'TV', after(999))).not.toBe(first);
  const later = readingOf('1 TV', 'TV', after(1_000));
  expect([later === first, later.asOf]).toEqual([false, after(1_000)]);
  // A clock that is set back must not extend the life of a reading.
  expect(readingOf('1 TV', 'TV', now)).not.toBe(later);
  expect(read).toHaveLength(4);
  fails.add('RADIO');
  await expect(readingOf('1 RADIO', 'RADIO', now).supply).rejects.toThrow('away');
  fails.clear();
  await expect(readingOf('1 RADIO', 'RADIO', now).supply).resolves.toBe(nothing);
});

test('[LIVE-03] at most a thousand readings are stored, and the oldest is dropped', () => {
  const read: string[] = [];
  const readingOf = shareReadings((sku) => {
    read.push(sku);
    return Promise.resolve(nothing);
  });
  for (let index = 0; index <= 1_000; index += 1) readingOf(`1 P${index}`, `P${index}`, now);
  readingOf('1 P1000', 'P1000', now);
  readingOf('1 P0', 'P0', now);
  expect(read.slice(-2)).toEqual(['P1000', 'P0']);
});
