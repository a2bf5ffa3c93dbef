import { quetzales } from '../money/money.ts';
import { identityTable } from './identity-table.ts';
import {
  choice,
  days,
  email,
  integer,
  minuteOfDay,
  mobileOrNone,
  money,
  moneyOrNone,
  mostMoney,
  percent,
  phone,
  shown,
  yesOrNo,
} from './policy-kinds.ts';

/**
 * What an operator may change of the shop's rules: amounts, limits, lives and the numbers that texts quote, each with the requirements'
 * value, its range, and whether pages quote it (`shown`). All else is made of this table: the type, what is stored, `ceiba policy`, what
 * `GET /v1/policy` answers. Rules take the part they need as an argument (`Pick<ShopPolicy, …>`); nothing else holds these
 * numbers. What is a protocol's or the form's own (card lengths, codes, time-outs) is no policy.
 */
export const policyTable = {
  /**
   * `on`: shoppers see that the shop is being worked on, orders that were begun are finished. `read-only`: the catalogue is shown, nothing
   * is written for shoppers (OPS-20 of docs/spec/desk.md).
   */
  maintenance: choice('off', ['off', 'read-only', 'on']),

  /** In the home region delivery is free from this base on (CONST-35, DIF-21). */
  freeDeliveryThreshold: shown(money(quetzales(1_000))),
  /** Delivery in the department of Guatemala below the threshold (CONST-36). */
  homeRegionFee: shown(money(quetzales(30))),
  /** Delivery in any other department, at any total (CONST-36). */
  otherRegionFee: shown(money(quetzales(75))),
  /** Invoices for a final consumer (CF) are refused from this grand total on (CONST-13, DIF-11). */
  finalConsumerLimit: shown(money(quetzales(2_500))),
  /** Cuotas are offered from this grand total on (CONST-09). */
  installmentsMinimum: shown(money(quetzales(500))),
  /** The installment calculator shows above it (CONST-10, DIF-34); cuotas are offered from at most a quetzal more. */
  calculatorAbove: shown(money(quetzales(499))),
  /** The largest grand total that may be paid in cash (DEC-218); null = any. */
  cashLimit: shown(moneyOrNone(quetzales(25_000))),
  /** Off an employee's own-goods merchandise, in basis points (DEC-77). */
  employeeDiscountBasisPoints: percent(1_000),
  /** Off own-goods merchandise with a promoted bank's cuotas, in basis points (DEC-79, CONST-38). */
  bankDiscountBasisPoints: shown(percent(1_000)),

  /** Orders from this hour of the day on count as the next day's (DEC-96). */
  deliveryCutoffHour: integer(15, { least: 0, most: 24, unit: 'o’clock' }),
  /** Business days of a delivery in the department of Guatemala (DEC-96). */
  homeRegionDays: integer(1, { least: 0, most: 60, unit: 'business days' }),
  /** Business days of a delivery elsewhere (DEC-96). */
  otherRegionDays: integer(3, { least: 0, most: 60, unit: 'business days' }),
  /** Business days more for what a supplier sends (DEC-96). */
  dropshippingDays: integer(5, { least: 0, most: 60, unit: 'business days' }),
  /** Business days more for a third-party seller without a lead time of its own (DEC-96). */
  sellerLeadDays: integer(3, { least: 0, most: 60, unit: 'business days' }),
  /** "Envíos en {n} horas" (APP-19, DEC-16). */
  shippingHours: shown(integer(48, { least: 1, most: 720, unit: 'hours' })),
  /** Minutes a store needs to prepare an order (DEC-97). */
  pickupPreparationMinutes: integer(120, { least: 0, most: 1_440, unit: 'minutes' }),
  /** Minutes of the day (0 to 1,440) between which a store hands out orders (DEC-97). */
  pickupOpensAt: minuteOfDay(9 * 60),
  pickupClosesAt: minuteOfDay(19 * 60),
  /** Minute of the day at which is ready what could not be prepared before closing (DEC-97). */
  pickupNextDayAt: minuteOfDay(10 * 60),
  /** Business days of a transfer from the warehouse to a store (DEC-97). */
  transferDays: integer(2, { least: 0, most: 60, unit: 'business days' }),

  /** Days without delivery, transfers or returns besides the calendar's holidays (DEC-96): decreed each year. */
  extraHolidays: days([]),

  /** WORK-04: hours of a place's opening that a shipment may be ready until somebody takes it. */
  readyLimitHours: integer(4, { least: 1, most: 240, unit: 'opening hours' }),
  /** WORK-04: days before the promised one by whose end it has left. */
  packedLimitDays: integer(1, { least: 0, most: 30, unit: 'days' }),
  /** WORK-04: days it waits at its store, and until the goods of an undelivered one are back. */
  pickupLimitDays: integer(7, { least: 1, most: 60, unit: 'days' }),
  undeliveredLimitDays: integer(3, { least: 1, most: 60, unit: 'days' }),

  /** Days a guest's cart lives after its last change (DEC-72). */
  guestCartDays: integer(30, { least: 1, most: 365, unit: 'days' }),
  /** Days a payment link and its cart live (CONST-07, DEC-146). */
  linkCartDays: shown(integer(15, { least: 1, most: 365, unit: 'days' })),
  /** Days a customer's wish to be told of a product's return is kept. */
  restockNoticeDays: integer(365, { least: 1, most: 3_650, unit: 'days' }),
  /** Days it is kept what people looked for. */
  searchCountDays: integer(180, { least: 1, most: 3_650, unit: 'days' }),
  /** Days a written mail is kept; the order it tells of stays. */
  mailDays: integer(90, { least: 7, most: 3_650, unit: 'days' }),
  /** Days the log of what happened to an order is kept; the order stays. */
  orderEventDays: integer(730, { least: 30, most: 3_650, unit: 'days' }),
  /** Days an answered complaint of the book is kept after it was filed. */
  complaintDays: integer(1_825, { least: 365, most: 7_300, unit: 'days' }),
  /** Business days after delivery within which an order may be returned (RET-03, DEC-142, APP-19). */
  returnDays: shown(integer(30, { least: 0, most: 365, unit: 'business days' })),

  /** Amount that one person of the desk may refund alone in a day. Above it another person approves (WORK-19). */
  refundApprovalAbove: money(quetzales(1_000)),
  /** LOYAL-02: when what a delivered and paid line earns is credited; with `delivery` a later refund takes its share back. */
  pointsCreditedAt: choice('delivery', ['delivery', 'returnDays']),

  /** As it is shown (APP-19, DEC-41). */
  supportPhone: shown(phone('4232-000')),
  /** Number of eight digits that answers on WhatsApp, as it is shown; null: none does. */
  supportWhatsApp: shown(mobileOrNone(null)),
  /** Whom to write to when points fail (DEC-41). */
  loyaltyEmail: shown(email('puntos@tienda.example')),

  /** A cash order waits for the link in its mail to be followed. */
  cashConfirmation: shown(yesOrNo(false)),
  /** Hours until a cash order that was not confirmed is canceled. */
  cashConfirmationHours: shown(integer(48, { least: 1, most: 720, unit: 'hours' })),
  /** DEC-218: a guest's cash order from this total on waits for that link, whatever `cashConfirmation` says. */
  guestConfirmationFrom: shown(money(quetzales(10_000))),
  /** DEC-218: so does one of more units than this. */
  guestConfirmationUnits: shown(integer(20, { least: 0, most: 100_000, unit: 'units' })),
  /** Hours its stock is held meanwhile; then it is canceled. */
  guestConfirmationHours: shown(integer(2, { least: 1, most: 720, unit: 'hours' })),

  /** DEC-196: orders begun per hour and client address. */
  ordersPerAddress: integer(20, { least: 1, most: 100_000, unit: 'orders an hour' }),
  /** DEC-196, DEC-218: cash orders not yet delivered, per e-mail and per phone, of buyers who confirmed their e-mail. */
  openCashOrders: integer(5, { least: 1, most: 100_000, unit: 'orders' }),
  /** Days after which a cash order counts as open no more, though nobody closed it. */
  openCashOrderDays: integer(60, { least: 1, most: 3_650, unit: 'days' }),
  /** DEC-218: orders not yet paid, by buyers who confirmed nothing, per client address. A carrier of mobile telephones shows thousands of its customers by one address. */
  unconfirmedOrders: integer(40, { least: 1, most: 100_000, unit: 'orders' }),
  /** What those orders may hold together. */
  unconfirmedUnits: integer(300, { least: 1, most: 1_000_000, unit: 'units' }),
  unconfirmedValue: money(quetzales(400_000)),
  /** What one order may hold of that, in basis points; of `unpaid…` once its buyer's e-mail is confirmed. */
  orderShareBasisPoints: percent(2_000),
  /** DEC-218: an address beyond that or `unpaid…` may still order in cash so many units of so much, which wait for their mail’s link. */
  smallOrderUnits: integer(3, { least: 0, most: 100_000, unit: 'units' }),
  smallOrderValue: money(quetzales(2_500)),
  /** What orders not yet paid may hold together per client address, whoever confirmed them. */
  unpaidUnits: integer(1_200, { least: 1, most: 1_000_000, unit: 'units' }),
  // Of many carts together.
  unpaidValue: money(quetzales(1_600_000), 10 * mostMoney),
  /** Days an order that is not paid counts for its address at most; so long it is known where it came from. */
  unpaidOrderDays: integer(7, { least: 1, most: 60, unit: 'days' }),
  /** DEC-218: orders that wait to be paid at the store and codes for them, per client address. */
  openStoreOrders: integer(8, { least: 1, most: 100_000, unit: 'orders' }),
  /** DEC-196: declined charges per cart. */
  declinesPerCart: integer(5, { least: 1, most: 100_000, unit: 'charges' }),
  /** DEC-196: declined charges per hour and client address. */
  declinesPerAddress: integer(10, { least: 1, most: 100_000, unit: 'charges an hour' }),
  /** DEC-196: declined charges per hour, card bin and client address. */
  declinesPerBin: integer(10, { least: 1, most: 100_000, unit: 'charges an hour' }),
  /** DEC-219: declined charges per day and card, from wherever they are tried. */
  declinesPerCard: integer(5, { least: 1, most: 100_000, unit: 'charges a day' }),
  /** DEC-219: declined charges per hour of the whole shop, from which on every card order wants the harder proof. */
  declinesPerShop: integer(60, { least: 1, most: 100_000, unit: 'charges an hour' }),

  /** WORK-24 of docs/spec/desk.md: an order is held whose e-mail, or whose address (record 0075), had so many declined charges in the hour before. */
  holdDeclines: integer(3, { least: 1, most: 100_000, unit: 'charges an hour' }),
  /** WORK-24: or paid with so many different cards in it. */
  holdCards: integer(3, { least: 2, most: 100_000, unit: 'cards an hour' }),
  /** WORK-24: a guest's first order above this total is held. */
  holdGuestAbove: money(quetzales(10_000)),
  /** WORK-24: so is one whose phone was given with so many e-mails in a day. */
  holdPhoneEmails: integer(3, { least: 2, most: 100_000, unit: 'e-mails a day' }),
  /** Mails that the notes of one person of the desk send to colleagues in a day of Guatemala (WORK-23). */
  mentionMailsPerDay: integer(50, { least: 0, most: 1_000, unit: 'e-mails a day' }),
  /** WORK-24: and one that is billed in another department than it is sent to, while nobody has confirmed its e-mail. */
  holdOtherDepartment: yesOrNo(true),

  ...identityTable,
};

export type PolicyField = keyof typeof policyTable;

export type ShopPolicy = { [Field in PolicyField]: (typeof policyTable)[Field]['standard'] };

/** What of it a browser is told, the same for everybody. */
export type PublicPolicyField = {
  [Field in PolicyField]: (typeof policyTable)[Field] extends { isPublic: true } ? Field : never;
}[PolicyField];
export type PublicPolicy = Pick<ShopPolicy, PublicPolicyField>;

/** The same as it travels: amounts in decimal quetzales. */
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
