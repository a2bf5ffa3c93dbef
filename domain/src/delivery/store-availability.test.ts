import { describe, expect, test } from 'vitest';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import type { StockLevel } from '../stock/claim-plan.ts';
import { storeAvailability } from './store-availability.ts';

/** A Tuesday, ten in the morning. */
const now = new Date('2026-11-24T10:00:00-06:00');

const levelsOf = (inStore: number, inWarehouse: number, displayUnits = 0): StockLevel[] => [
  { storeCode: 'MAX', isWarehouse: false, quantity: inStore, displayUnits },
  { storeCode: 'BODEGA', isWarehouse: true, quantity: inWarehouse, displayUnits: 0 },
];

const answerOf = (levels: StockLevel[], quantity = 1, policy = defaultShopPolicy, at = now) =>
  storeAvailability({ levels, quantity }, { storeCode: 'MAX', hours: [], exceptions: [] }, at, policy);

const thursday = 'jueves 26 de noviembre';

describe('availability in one store', () => {
  test.each<[inStore: number, inWarehouse: number, display: number, quantity: number, state: string, text: string]>([
    [4, 0, 0, 1, 'now', 'Disponible hoy'],
    [3, 0, 0, 1, 'few', 'Últimas 3 en esta tienda'],
    [2, 9, 0, 2, 'few', 'Últimas 2 en esta tienda'],
    [1, 0, 0, 1, 'few', 'Última en esta tienda'],
    [4, 0, 1, 1, 'few', 'Últimas 3 en esta tienda'],
    [1, 5, 1, 1, 'transfer', `No está aquí. La traemos: lista el ${thursday}`],
    [0, 1, 0, 1, 'transfer', `No está aquí. La traemos: lista el ${thursday}`],
    [0, 0, 0, 1, 'none', 'No disponible'],
    [1, 0, 1, 1, 'none', 'No disponible'],
  ])(
    '[LIVE-02, LIVE-03] %i units there, %i in the warehouse, %i on display, %i wanted: %s',
    (here, far, shown, asked, state, text) => {
      expect(answerOf(levelsOf(here, far, shown), asked)).toMatchObject({ state, message: text });
    },
  );

  test.each<
    [inStore: number, inWarehouse: number, quantity: number, state: string, units: number | null, text: string]
  >([
    [2, 1, 3, 'transfer', 2, `Hay 2. La tercera llega el ${thursday}`],
    [1, 1, 2, 'transfer', 1, `Hay 1. La segunda llega el ${thursday}`],
    [2, 9, 4, 'transfer', 2, `Hay 2. Las otras 2 llegan el ${thursday}`],
    [5, 9, 6, 'transfer', null, `Una parte está aquí. El resto llega el ${thursday}`],
    [2, 0, 3, 'none', 2, 'No disponible: aquí hay 2'],
    [5, 0, 6, 'none', null, 'No disponible en esa cantidad'],
  ])('[LIVE-04] %i units there and %i in the warehouse, %i wanted: %s', (here, far, asked, state, units, text) => {
    expect(answerOf(levelsOf(here, far), asked)).toMatchObject({ state, units, message: text });
  });

  test('[LIVE-02] the text of a store that is too late for today, and of a closed store', () => {
    const evening = new Date('2026-11-24T17:30:00-06:00');
    expect(answerOf(levelsOf(9, 0), 1, defaultShopPolicy, evening)).toMatchObject({
      ...{ state: 'now', message: 'Disponible mañana', pickupDate: '2026-11-25', pickupTime: '10:00' },
    });
    const closed = { storeCode: 'MAX', hours: [{ days: [], opens: '09:00', closes: '10:00' }], exceptions: [] };
    const answer = storeAvailability({ levels: levelsOf(9, 9), quantity: 1 }, closed, now, defaultShopPolicy);
    expect(answer).toMatchObject({ state: 'none', message: 'No disponible', pickupDate: null });
  });

  test('[LIVE-02] an operator sets the maximum number of units that the text shows, and 0 hides all', () => {
    const policyOf = (storeFewUnits: number) => ({ ...defaultShopPolicy, storeFewUnits });
    expect(answerOf(levelsOf(5, 0), 1, policyOf(5))).toMatchObject({ state: 'few', units: 5 });
    expect(answerOf(levelsOf(1, 0), 1, policyOf(0))).toMatchObject({ state: 'now', units: null });
  });
});
