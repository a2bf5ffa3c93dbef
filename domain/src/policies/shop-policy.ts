import { quetzales } from '../money/money.ts';
import { identityTable } from './identity-table.ts';
import {
  choice,
  dayOrNone,
  days,
  email,
  hours,
  integer,
  maxMoney,
  minuteOfDay,
  mobileOrNone,
  money,
  moneyOrNone,
  percent,
  phone,
  shown,
  yesOrNo,
} from './policy-kinds.ts';

/**
 * The rules that an operator may change: amounts, limits, lifetimes and the numbers that texts quote. Each has the requirements'
 * value, its range, and `shown` if pages quote it. The type, the stored policy, `ceiba policy` and `GET /v1/policy` all come from
 * this table. Rules take the fields they need as an argument (`Pick<ShopPolicy, …>`); these numbers are nowhere else. Numbers of
 * a protocol or a form (card lengths, codes, time-outs) are not policy.
 */
export const policyTable = {
  /**
   * `on`: shoppers see a maintenance notice; orders that were started can be finished. `read-only`: the catalogue is shown, but
   * nothing is written for shoppers (OPS-20 of docs/spec/desk.md).
   */
  maintenance: choice('off', ['off', 'read-only', 'on']),

  /** Delivery in the home region is free from this base on (CONST-35, DIF-21). */
  freeDeliveryThreshold: shown(money(quetzales(1_000))),
  /** Delivery in the department of Guatemala below the threshold (CONST-36). */
  homeRegionFee: shown(money(quetzales(30))),
  /** Delivery in any other department, at any total (CONST-36). */
  otherRegionFee: shown(money(quetzales(75))),
  /** Invoices for a final consumer (CF) are refused from this grand total on (CONST-13, DIF-11). */
  finalConsumerLimit: shown(money(quetzales(2_500))),
  /** Cuotas are offered from this grand total on (CONST-09). */
  installmentsMinimum: shown(money(quetzales(500))),
  /** The installment calculator shows above this amount (CONST-10, DIF-34); cuotas are offered from at most a quetzal more. */
  calculatorAbove: shown(money(quetzales(499))),
  /** The largest grand total that may be paid in cash (DEC-218); null = any. */
  cashLimit: shown(moneyOrNone(quetzales(25_000))),
  /** An employee's discount on own goods, in basis points (DEC-77). */
  employeeDiscountBasisPoints: percent(1_000),
  /** The discount on own goods with a promoted bank's cuotas, in basis points (DEC-79, CONST-38). */
  bankDiscountBasisPoints: shown(percent(1_000)),

  /** Orders from this hour on count for the next day (DEC-96). */
  deliveryCutoffHour: integer(15, { least: 0, most: 24, unit: 'o’clock' }),
  /** Business days of a delivery in the department of Guatemala (DEC-96). */
  homeRegionDays: integer(1, { least: 0, most: 60, unit: 'business days' }),
  /** Business days of a delivery elsewhere (DEC-96). */
  otherRegionDays: integer(3, { least: 0, most: 60, unit: 'business days' }),
  /** Additional business days for goods that a supplier sends (DEC-96). */
  dropshippingDays: integer(5, { least: 0, most: 60, unit: 'business days' }),
  /** Additional business days for a third-party seller without its own lead time (DEC-96). */
  sellerLeadDays: integer(3, { least: 0, most: 60, unit: 'business days' }),
  /** "Envíos en {n} horas" (APP-19, DEC-16). */
  shippingHours: shown(integer(48, { least: 1, most: 720, unit: 'hours' })),
  /** Minutes a store needs to prepare an order (DEC-97). */
  pickupPreparationMinutes: integer(120, { least: 0, most: 1_440, unit: 'minutes' }),
  /** Minutes of the day (0 to 1,440) between which a store hands out orders (DEC-97). */
  pickupOpensAt: minuteOfDay(9 * 60),
  pickupClosesAt: minuteOfDay(19 * 60),
  /** Minute of the day at which orders are ready that could not be prepared before closing (DEC-97). */
  pickupNextDayAt: minuteOfDay(10 * 60),
  /** Business days of a transfer from the warehouse to a store (DEC-97). */
  transferDays: integer(2, { least: 0, most: 60, unit: 'business days' }),
  /** Up to so many units of a product in a store are counted for shoppers: "Últimas 3 en esta tienda" (LIVE-02). */
  storeFewUnits: integer(3, { least: 0, most: 9, unit: 'units' }),

  /** The price of a kWh, and the day of that tariff: product pages say "Cerca de Q45 al mes" only with both (ZOOM-08). */
  energyTariff: moneyOrNone(null),
  energyTariffDay: dayOrNone(null),

  /** Days without delivery, transfers or returns besides the calendar's holidays, decreed each year (DEC-96). */
  extraHolidays: days([]),

  /** Opening hours, at the shipment's place, within which a person must take a ready shipment (WORK-04). */
  readyLimitHours: integer(4, { least: 1, most: 240, unit: 'opening hours' }),
  /** A shipment must have left by the end of the day that is this many days before the promised day (WORK-04). */
  packedLimitDays: integer(1, { least: 0, most: 30, unit: 'days' }),
  /** Days that a shipment may wait at its store, and days within which the goods of an undelivered shipment must be back (WORK-04). */
  pickupLimitDays: integer(7, { least: 1, most: 60, unit: 'days' }),
  undeliveredLimitDays: integer(3, { least: 1, most: 60, unit: 'days' }),

  /** Days a guest's cart lives after its last change (DEC-72). */
  guestCartDays: integer(30, { least: 1, most: 365, unit: 'days' }),
  /** Days a payment link and its cart live (CONST-07, DEC-146). */
  linkCartDays: shown(integer(15, { least: 1, most: 365, unit: 'days' })),
  /** Days that the code of a cart works (WA-02). */
  cartCodeDays: integer(7, { least: 1, most: 60, unit: 'days' }),
  /** Days that a customer's request for a restock notice is stored. */
  restockNoticeDays: integer(365, { least: 1, most: 3_650, unit: 'days' }),
  /** Days that searched words are stored. */
  searchCountDays: integer(180, { least: 1, most: 3_650, unit: 'days' }),
  /** Days that a sent mail is stored; its order stays. */
  mailDays: integer(90, { least: 7, most: 3_650, unit: 'days' }),
  /** Days that the log of an order's events is stored; the order stays. */
  orderEventDays: integer(730, { least: 30, most: 3_650, unit: 'days' }),
  /** Days that an answered complaint is stored after it was filed. */
  complaintDays: integer(1_825, { least: 365, most: 7_300, unit: 'days' }),
  /** Business days after delivery within which an order may be returned (RET-03, DEC-142, APP-19). */
  returnDays: shown(integer(30, { least: 0, most: 365, unit: 'business days' })),

  /** Amount that one desk user may refund alone in a day. Above it another person approves (WORK-19). */
  refundApprovalAbove: money(quetzales(1_000)),
  /** When the points of a delivered and paid line are credited (LOYAL-02). With `delivery`, a later refund takes its share back. */
  pointsCreditedAt: choice('delivery', ['delivery', 'returnDays']),

  /** Days before a reduction whose lowest price is its reference (DEC-222). `reference_days` of the database repeats the standard. */
  referenceDays: integer(30, { least: 1, most: 365, unit: 'days' }),
  /** True if badges show the percentage off the reference, not off the regular price (PRICE-03). */
  percentOnReference: yesOrNo(false),
  /** Days of the last 90 on which a product must have been offered at its regular price (PRICE-05). */
  listPriceDays: integer(28, { least: 0, most: 90, unit: 'days' }),
  /** Days after which a reduction that still runs is doubted (PRICE-05). */
  longestReductionDays: integer(60, { least: 1, most: 365, unit: 'days' }),
  /** `warn`: a doubted discount is saved with a warning. `refuse`: it needs a reason (PRICE-05). */
  listPriceProof: choice('warn', ['warn', 'refuse']),

  /** The phone number as shown (APP-19, DEC-41). */
  supportPhone: shown(phone('4232-000')),
  /** The eight-digit WhatsApp number as shown; null if there is none. */
  supportWhatsApp: shown(mobileOrNone(null)),
  /** When WhatsApp messages are answered (WA-05); on holidays only by the hours named `feriado`. */
  chatHours: hours('lun,mar,mie,jue,vie,sab,dom 09:00-19:00'),
  /** The contact for problems with points (DEC-41). */
  loyaltyEmail: shown(email('puntos@tienda.example')),

  /** True if a cash order waits until its buyer follows the mailed link. */
  cashConfirmation: shown(yesOrNo(false)),
  /** Hours until an unconfirmed cash order is canceled. */
  cashConfirmationHours: shown(integer(48, { least: 1, most: 720, unit: 'hours' })),
  /** A guest's cash order from this total on waits for that link, whatever `cashConfirmation` says (DEC-218). */
  guestConfirmationFrom: shown(money(quetzales(10_000))),
  /** A guest's cash order with more units than this waits for that link, too (DEC-218). */
  guestConfirmationUnits: shown(integer(20, { least: 0, most: 100_000, unit: 'units' })),
  /** Hours that such an order's stock is reserved; then the order is canceled. */
  guestConfirmationHours: shown(integer(2, { least: 1, most: 720, unit: 'hours' })),

  /** Orders started per hour and client address (DEC-196). */
  ordersPerAddress: integer(20, { least: 1, most: 100_000, unit: 'orders an hour' }),
  /** Undelivered cash orders per e-mail and per phone, for buyers who confirmed their e-mail (DEC-196, DEC-218). */
  openCashOrders: integer(5, { least: 1, most: 100_000, unit: 'orders' }),
  /** Days after which a cash order no longer counts as open, even if nobody closed it. */
  openCashOrderDays: integer(60, { least: 1, most: 3_650, unit: 'days' }),
  /** Unpaid orders of unconfirmed buyers, per client address (DEC-218). A mobile carrier shows thousands of its customers with one address. */
  unconfirmedOrders: integer(40, { least: 1, most: 100_000, unit: 'orders' }),
  /** Units and value that those orders may hold together. */
  unconfirmedUnits: integer(300, { least: 1, most: 1_000_000, unit: 'units' }),
  unconfirmedValue: money(quetzales(400_000)),
  /**
   * The share of `unconfirmedUnits` and `unconfirmedValue` that one order may hold, in basis points. For a buyer with a confirmed e-mail it is the
   * share of `unpaidUnits` and `unpaidValue`.
   */
  orderShareBasisPoints: percent(2_000),
  /** An address over these budgets may still place cash orders of this many units and this value; they wait for the mailed link (DEC-218). */
  smallOrderUnits: integer(3, { least: 0, most: 100_000, unit: 'units' }),
  smallOrderValue: money(quetzales(2_500)),
  /** Units and value that all unpaid orders of a client address may hold together, confirmed or not. */
  unpaidUnits: integer(1_200, { least: 1, most: 1_000_000, unit: 'units' }),
  // The sum of many carts.
  unpaidValue: money(quetzales(1_600_000), 10 * maxMoney),
  /** The most days that an unpaid order counts for its address. The address is stored for that time. */
  unpaidOrderDays: integer(7, { least: 1, most: 60, unit: 'days' }),
  /** Orders to be paid at the store, and codes for them, per client address (DEC-218). */
  openStoreOrders: integer(8, { least: 1, most: 100_000, unit: 'orders' }),
  /** Declined charges per cart (DEC-196). */
  declinesPerCart: integer(5, { least: 1, most: 100_000, unit: 'charges' }),
  /** Declined charges per hour and client address (DEC-196). */
  declinesPerAddress: integer(10, { least: 1, most: 100_000, unit: 'charges an hour' }),
  /** Declined charges per hour, card BIN and client address (DEC-196). */
  declinesPerBin: integer(10, { least: 1, most: 100_000, unit: 'charges an hour' }),
  /** Declined charges per day and card, from any address (DEC-219). */
  declinesPerCard: integer(5, { least: 1, most: 100_000, unit: 'charges a day' }),
  /** Declined charges per hour in the whole shop. Above them every card order needs the harder captcha (DEC-219). */
  declinesPerShop: integer(60, { least: 1, most: 100_000, unit: 'charges an hour' }),

  /**
   * An order is held if its e-mail or its address (record 0075) had this many declined charges in the hour before (WORK-24 of
   * docs/spec/desk.md).
   */
  holdDeclines: integer(3, { least: 1, most: 100_000, unit: 'charges an hour' }),
  /** An order is also held if this many different cards were used in that hour (WORK-24). */
  holdCards: integer(3, { least: 2, most: 100_000, unit: 'cards an hour' }),
  /** A guest's first order above this total is held (WORK-24). */
  holdGuestAbove: money(quetzales(10_000)),
  /** An order is also held if its phone was used with this many e-mails in a day (WORK-24). */
  holdPhoneEmails: integer(3, { least: 2, most: 100_000, unit: 'e-mails a day' }),
  /** Mails to colleagues that one desk user's notes may send in a day in Guatemala (WORK-23). */
  mentionMailsPerDay: integer(50, { least: 0, most: 1_000, unit: 'e-mails a day' }),
  /** True if an unconfirmed order is held when its billing department differs from its delivery department (WORK-24). */
  holdOtherDepartment: yesOrNo(true),

  ...identityTable,
};

export type PolicyField = keyof typeof policyTable;

export type ShopPolicy = { [Field in PolicyField]: (typeof policyTable)[Field]['standard'] };

/** The fields that browsers get, the same for everybody. */
export type PublicPolicyField = {
  [Field in PolicyField]: (typeof policyTable)[Field] extends { isPublic: true } ? Field : never;
}[PolicyField];
export type PublicPolicy = Pick<ShopPolicy, PublicPolicyField>;

/** The policy's fields as calls send them: amounts in decimal quetzales. */
export type PublicPolicyAnswer = { [Field in PublicPolicyField]: ReturnType<(typeof policyTable)[Field]['toJson']> };

export const isPolicyField = (name: string): name is PolicyField => Object.hasOwn(policyTable, name);

const isPublic = (field: PolicyField): field is PublicPolicyField => 'isPublic' in policyTable[field];

export const policyFields: readonly PolicyField[] = Object.keys(policyTable).filter(isPolicyField);

export const publicPolicyFields: readonly PublicPolicyField[] = policyFields.filter(isPublic);

const isPolicy = (values: Partial<ShopPolicy>): values is ShopPolicy => policyFields.every((field) => field in values);

const standardPolicy = (): ShopPolicy => {
  const values: Partial<ShopPolicy> = {};
  const set = <Field extends PolicyField>(field: Field, { standard }: { standard: ShopPolicy[Field] }): void => {
    values[field] = standard;
  };
  for (const field of policyFields) set(field, policyTable[field]);
  if (!isPolicy(values)) throw new Error('a field of the policy has no value');
  return values;
};

/** The shop as the requirements describe it. */
export const defaultShopPolicy: ShopPolicy = standardPolicy();
