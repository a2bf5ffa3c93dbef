import { formatWeekdayDate } from '../dates/spanish-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { type StockLevel, unitsInStore } from '../stock/claim-plan.ts';
import { type PickupPolicy, type PickupTime, pickupSource, pickupTime } from './pickup-date.ts';
import type { StoreTimes } from './store-hours.ts';

/**
 * `now`: all units are in the store. `few`: all units are in the store, but few are left. `transfer`: some units come
 * from the warehouse. `none`: the store cannot provide so many units (LIVE-02).
 */
export const storeStates = ['now', 'few', 'transfer', 'none'] as const;
type StoreState = (typeof storeStates)[number];

/** The availability of one product in one store. */
interface StoreAvailability {
  state: StoreState;
  /**
   * Units that a pickup may take from the store. Null without units, or with more than `storeFewUnits`, because the
   * page does not show higher numbers.
   */
  units: number | null;
  message: string;
  pickupDate: PickupTime['pickupDate'];
  pickupTime: PickupTime['pickupTime'];
}

/** Texts about the stock of stores (LIVE-01 to LIVE-06). */
export const storesTexts = {
  title: 'Ver en tiendas',
  notPickedUp: 'Este producto no se recoge en tienda',
  /** Stores hand out presale products only from the presale's day on. */
  notYet: 'Este producto no se recoge en tienda todavía',
  choose: 'Recoger aquí',
  noReservation: 'Los carritos no apartan productos: lo apartamos cuando confirmas tu pedido.',
  none: 'No disponible',
} as const;

const ordinals = ['', '', 'segunda', 'tercera', 'cuarta', 'quinta', 'sexta', 'séptima', 'octava', 'novena', 'décima'];

/** Returns "Últimas 3 en esta tienda" or "Última en esta tienda". */
const fewText = (units: number): string => (units === 1 ? 'Última en esta tienda' : `Últimas ${units} en esta tienda`);

/**
 * Returns the text about a transfer. `units`: units in the store. Null if the number is too high to show, or if the
 * store has no units (`isEmpty`).
 */
function transferText(units: number | null, isEmpty: boolean, quantity: number, day: string): string {
  if (isEmpty) return `No está aquí. La traemos: lista el ${day}`;
  if (units === null) return `Una parte está aquí. El resto llega el ${day}`;
  const missing = quantity - units;
  const nth = ordinals[quantity];
  return missing === 1 && nth !== undefined
    ? `Hay ${units}. La ${nth} llega el ${day}`
    : `Hay ${units}. ${missing === 1 ? 'La otra llega' : `Las otras ${missing} llegan`} el ${day}`;
}

/**
 * Returns the availability of one product in a store, by the plan of a new order (LIVE-03). `quantity`: 1 to 999. A
 * store that does not open within a month has no units.
 */
export function storeAvailability(
  { levels, quantity }: { levels: readonly StockLevel[]; quantity: number },
  store: StoreTimes & { storeCode: string },
  now: Date,
  policy: PickupPolicy & Pick<ShopPolicy, 'storeFewUnits'>,
): StoreAvailability {
  const here = unitsInStore(levels, store.storeCode);
  const units = here > 0 && here <= policy.storeFewUnits ? here : null;
  const own = { isThirdParty: false, isDropshipping: false };
  const source = pickupSource([{ levels, quantity, ...own }], store.storeCode);
  const time = source === null ? null : pickupTime(source, store, now, policy);
  if (time === null || time.pickupDate === null) {
    const isShort = source === null && here > 0;
    const message = !isShort
      ? storesTexts.none
      : units === null
        ? `${storesTexts.none} en esa cantidad`
        : `${storesTexts.none}: aquí hay ${units}`;
    return { state: 'none', units: isShort ? units : null, message, pickupDate: null, pickupTime: null };
  }
  const { pickupDate } = time;
  const dated = { pickupDate, pickupTime: time.pickupTime };
  if (source === 'warehouse') {
    const message = transferText(units, here === 0, quantity, formatWeekdayDate(pickupDate));
    return { state: 'transfer', units, message, ...dated };
  }
  return units === null
    ? { state: 'now', units, message: time.message, ...dated }
    : { state: 'few', units, message: fewText(units), ...dated };
}
