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
 * The rules that an operator may change: amounts, limits, lifetimes and the numbers in texts. Each has the
 * requirements' value, its range, and `shown` if pages quote it. The type, the stored policy, `ceiba policy` and `GET
 * /v1/policy` all use this table. Functions get their fields as an argument (`Pick<ShopPolicy, …>`). No other file has
 * these numbers. Numbers of a protocol or a form (card lengths, codes, time-outs) are not part of the policy.
 */
export const policyTable = {
  /**
   * `on`: shoppers see a maintenance notice, and can finish only the orders that they have started. `read-only`: the
   * catalogue is shown, but no data of shoppers is written (OPS-20 of docs/spec/desk.md).
   */
  maintenance: choice('off', ['off', 'read-only', 'on']),

  /** Minimum amount for free delivery in the home region (CONST-35, DIF-21). */
  freeDeliveryThreshold: shown(money(quetzales(1_000))),
  /** Fee in the department of Guatemala below the threshold (CONST-36). */
  homeRegionFee: shown(money(quetzales(30))),
  /** Fee in any other department, for any total (CONST-36). */
  otherRegionFee: shown(money(quetzales(75))),
  /** Grand total from which invoices for a final consumer (CF) are refused (CONST-13, DIF-11). */
  finalConsumerLimit: shown(money(quetzales(2_500))),
  /** Minimum grand total for cuotas (CONST-09). */
  installmentsMinimum: shown(money(quetzales(500))),
  /**
   * Amount above which the installment calculator shows (CONST-10, DIF-34). The minimum for cuotas is at most one
   * quetzal higher.
   */
  calculatorAbove: shown(money(quetzales(499))),
  /** Maximum grand total for payment in cash (DEC-218). Null if there is no limit. */
  cashLimit: shown(moneyOrNone(quetzales(25_000))),
  /** An employee's discount on own goods, in basis points (DEC-77). */
  employeeDiscountBasisPoints: percent(1_000),
  /** The discount on own goods with a promoted bank's cuotas, in basis points (DEC-79, CONST-38). */
  bankDiscountBasisPoints: shown(percent(1_000)),

  /** Hour from which orders count as orders of the next day (DEC-96). */
  deliveryCutoffHour: integer(15, { least: 0, most: 24, unit: 'o’clock' }),
  /** Business days of a delivery in the department of Guatemala (DEC-96). */
  homeRegionDays: integer(1, { least: 0, most: 60, unit: 'business days' }),
  /** Business days of a delivery elsewhere (DEC-96). */
  otherRegionDays: integer(3, { least: 0, most: 60, unit: 'business days' }),
  /** Additional business days for goods that a supplier sends (DEC-96). */
  dropshippingDays: integer(5, { least: 0, most: 60, unit: 'business days' }),
  /** Additional business days for a third-party seller without its own lead time (DEC-96). */
  sellerLeadDays: integer(3, { least: 0, most: 60, unit: 'business days' }),
  /** The number in "Envíos en {n} horas" (APP-19, DEC-16). */
  shippingHours: shown(integer(48, { least: 1, most: 720, unit: 'hours' })),
  /** Minutes that a store needs to prepare an order (DEC-97). */
  pickupPreparationMinutes: integer(120, { least: 0, most: 1_440, unit: 'minutes' }),
  /** Minutes of the day (0 to 1,440) between which a store hands out orders (DEC-97). */
  pickupOpensAt: minuteOfDay(9 * 60),
  pickupClosesAt: minuteOfDay(19 * 60),
  /** Minute of the day at which orders are ready if they could not be prepared before closing (DEC-97). */
  pickupNextDayAt: minuteOfDay(10 * 60),
  /** Business days of a transfer from the warehouse to a store (DEC-97). */
  transferDays: integer(2, { least: 0, most: 60, unit: 'business days' }),
  /** Maximum number of units that a store's page shows: "Últimas 3 en esta tienda" (LIVE-02). */
  storeFewUnits: integer(3, { least: 0, most: 9, unit: 'units' }),

  /** The price of a kWh, and the day of that tariff. Product pages show "Cerca de Q45 al mes" only if both are set (ZOOM-08). */
  energyTariff: moneyOrNone(null),
  energyTariffDay: dayOrNone(null),

  /**
   * Days without delivery, transfers or returns, in addition to the calendar's holidays. The government decrees such
   * days each year (DEC-96).
   */
  extraHolidays: days([]),

  /** Opening hours of the shipment's place within which a person must start a ready shipment (WORK-04). */
  readyLimitHours: integer(4, { least: 1, most: 240, unit: 'opening hours' }),
  /** Days before the promised day. By the end of that day the shipment must have left (WORK-04). */
  packedLimitDays: integer(1, { least: 0, most: 30, unit: 'days' }),
  /**
   * Days that a shipment may wait at its store. The goods of an undelivered shipment must be back within the same
   * number of days (WORK-04).
   */
  pickupLimitDays: integer(7, { least: 1, most: 60, unit: 'days' }),
  undeliveredLimitDays: integer(3, { least: 1, most: 60, unit: 'days' }),

  /** Days until a guest's cart expires after its last change (DEC-72). */
  guestCartDays: integer(30, { least: 1, most: 365, unit: 'days' }),
  /** Days until a payment link and its cart expire (CONST-07, DEC-146). */
  linkCartDays: shown(integer(15, { least: 1, most: 365, unit: 'days' })),
  /** Days until the code of a cart expires (WA-02). */
  cartCodeDays: integer(7, { least: 1, most: 60, unit: 'days' }),
  /** Days that a customer's request for a restock notice is stored. */
  restockNoticeDays: integer(365, { least: 1, most: 3_650, unit: 'days' }),
  /** Days that searched words are stored. */
  searchCountDays: integer(180, { least: 1, most: 3_650, unit: 'days' }),
  /** Days that a sent mail is stored. Its order is stored longer. */
  mailDays: integer(90, { least: 7, most: 3_650, unit: 'days' }),
  /** Days that the log of an order's events is stored. The order is stored longer. */
  orderEventDays: integer(730, { least: 30, most: 3_650, unit: 'days' }),
  /** Days that an answered complaint is stored after it was filed. */
  complaintDays: integer(1_825, { least: 365, most: 7_300, unit: 'days' }),
  /** Business days after delivery within which an order may be returned (RET-03, DEC-142, APP-19). */
  returnDays: shown(integer(30, { least: 0, most: 365, unit: 'business days' })),

  /** Amount that a desk user may refund alone per day. A higher amount needs another person's approval (WORK-19). */
  refundApprovalAbove: money(quetzales(1_000)),
  /**
   * The time at which the points of a delivered and paid line are credited (LOYAL-02). With `delivery`, a later refund
   * deducts the points of its units.
   */
  pointsCreditedAt: choice('delivery', ['delivery', 'returnDays']),

  /**
   * Number of days before a reduction. Their lowest price is the reference (DEC-222). `reference_days` of the database
   * has the same default.
   */
  referenceDays: integer(30, { least: 1, most: 365, unit: 'days' }),
  /** True if badges show the percentage from the reference instead of the regular price (PRICE-03). */
  percentOnReference: yesOrNo(false),
  /** Days of the last 90 on which a product must have been offered at its regular price (PRICE-05). */
  listPriceDays: integer(28, { least: 0, most: 90, unit: 'days' }),
  /** Days after which a running reduction becomes doubtful (PRICE-05). */
  longestReductionDays: integer(60, { least: 1, most: 365, unit: 'days' }),
  /** `warn`: a doubtful discount is saved with a warning. `refuse`: a doubtful discount needs a reason (PRICE-05). */
  listPriceProof: choice('warn', ['warn', 'refuse']),

  /** The phone number as shown (APP-19, DEC-41). */
  supportPhone: shown(phone('4232-000')),
  /** The eight-digit WhatsApp number as shown. Null if the shop has no number. */
  supportWhatsApp: shown(mobileOrNone(null)),
  /** The hours in which the shop answers WhatsApp messages (WA-05). On holidays only the hours named `feriado` apply. */
  chatHours: hours('lun,mar,mie,jue,vie,sab,dom 09:00-19:00'),
  /** The contact for problems with points (DEC-41). */
  loyaltyEmail: shown(email('puntos@tienda.example')),

  /** True if a cash order waits until its buyer opens the mailed link. */
  cashConfirmation: shown(yesOrNo(false)),
  /** Hours until an unconfirmed cash order is canceled. */
  cashConfirmationHours: shown(integer(48, { least: 1, most: 720, unit: 'hours' })),
  /** Total from which a guest's cash order waits for the mailed link, even if `cashConfirmation` is off (DEC-218). */
  guestConfirmationFrom: shown(money(quetzales(10_000))),
  /** Number of units above which a guest's cash order waits for the mailed link (DEC-218). */
  guestConfirmationUnits: shown(integer(20, { least: 0, most: 100_000, unit: 'units' })),
  /** Hours for which the stock of such an order is reserved. The order is then canceled. */
  guestConfirmationHours: shown(integer(2, { least: 1, most: 720, unit: 'hours' })),

  /** Maximum number of orders started per hour and client address (DEC-196). */
  ordersPerAddress: integer(20, { least: 1, most: 100_000, unit: 'orders an hour' }),
  /** Maximum number of undelivered cash orders per e-mail and per phone, for buyers with a confirmed e-mail (DEC-196, DEC-218). */
  openCashOrders: integer(5, { least: 1, most: 100_000, unit: 'orders' }),
  /** Days after which a cash order no longer counts as open, even if it was never closed. */
  openCashOrderDays: integer(60, { least: 1, most: 3_650, unit: 'days' }),
  /**
   * Maximum number of unpaid orders of unconfirmed buyers, per client address (DEC-218). Thousands of a mobile
   * carrier's customers share one address.
   */
  unconfirmedOrders: integer(40, { least: 1, most: 100_000, unit: 'orders' }),
  /** Maximum units and value of those orders together. */
  unconfirmedUnits: integer(300, { least: 1, most: 1_000_000, unit: 'units' }),
  unconfirmedValue: money(quetzales(400_000)),
  /**
   * The maximum share of `unconfirmedUnits` and `unconfirmedValue` for one order, in basis points. For a buyer with a
   * confirmed e-mail, the share of `unpaidUnits` and `unpaidValue`.
   */
  orderShareBasisPoints: percent(2_000),
  /**
   * Maximum units and value of a cash order from an address that has used up these budgets. Such an order waits for the
   * mailed link (DEC-218).
   */
  smallOrderUnits: integer(3, { least: 0, most: 100_000, unit: 'units' }),
  smallOrderValue: money(quetzales(2_500)),
  /** Maximum units and value of all unpaid orders of a client address together, confirmed or not. */
  unpaidUnits: integer(1_200, { least: 1, most: 1_000_000, unit: 'units' }),
  // The maximum is high, because the value is the sum of many carts.
  unpaidValue: money(quetzales(1_600_000), 10 * maxMoney),
  /** Maximum number of days that an unpaid order counts for its address. The address is stored for that time. */
  unpaidOrderDays: integer(7, { least: 1, most: 60, unit: 'days' }),
  /** Maximum number of orders to be paid at the store, and of codes for such orders, per client address (DEC-218). */
  openStoreOrders: integer(8, { least: 1, most: 100_000, unit: 'orders' }),
  /** Maximum number of declined charges per cart (DEC-196). */
  declinesPerCart: integer(5, { least: 1, most: 100_000, unit: 'charges' }),
  /** Maximum number of declined charges per hour and client address (DEC-196). */
  declinesPerAddress: integer(10, { least: 1, most: 100_000, unit: 'charges an hour' }),
  /** Maximum number of declined charges per hour, card BIN and client address (DEC-196). */
  declinesPerBin: integer(10, { least: 1, most: 100_000, unit: 'charges an hour' }),
  /** Maximum number of declined charges per day and card, from any address (DEC-219). */
  declinesPerCard: integer(5, { least: 1, most: 100_000, unit: 'charges a day' }),
  /** Number of declined charges per hour in the whole shop, above which every card order needs the harder captcha (DEC-219). */
  declinesPerShop: integer(60, { least: 1, most: 100_000, unit: 'charges an hour' }),

  /**
   * Number of declined charges of an e-mail or address (record 0075) in the last hour, from which an order is held
   * (WORK-24 of docs/spec/desk.md).
   */
  holdDeclines: integer(3, { least: 1, most: 100_000, unit: 'charges an hour' }),
  /** Number of different cards in the last hour, from which an order is held (WORK-24). */
  holdCards: integer(3, { least: 2, most: 100_000, unit: 'cards an hour' }),
  /** Total above which a guest's first order is held (WORK-24). */
  holdGuestAbove: money(quetzales(10_000)),
  /** Number of e-mails with the same phone in a day, from which an order is held (WORK-24). */
  holdPhoneEmails: integer(3, { least: 2, most: 100_000, unit: 'e-mails a day' }),
  /** Maximum number of mails to colleagues through one desk user's notes, per day in Guatemala (WORK-23). */
  mentionMailsPerDay: integer(50, { least: 0, most: 1_000, unit: 'e-mails a day' }),
  /** True if an unconfirmed order is held when its billing department differs from its delivery department (WORK-24). */
  holdOtherDepartment: yesOrNo(true),

  ...identityTable,
};

export type PolicyField = keyof typeof policyTable;

export type ShopPolicy = { [Field in PolicyField]: (typeof policyTable)[Field]['standard'] };

/** The fields that all browsers get. */
export type PublicPolicyField = {
  [Field in PolicyField]: (typeof policyTable)[Field] extends { isPublic: true } ? Field : never;
}[PolicyField];
export type PublicPolicy = Pick<ShopPolicy, PublicPolicyField>;

/** The policy's fields in API responses, with amounts in decimal quetzales. */
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

/** The policy with the values of the requirements. */
export const defaultShopPolicy: ShopPolicy = standardPolicy();
