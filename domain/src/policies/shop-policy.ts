import type { CivilDate } from '../dates/civil-date.ts';
import { type Centavos, quetzales } from '../money/money.ts';

/**
 * What an operator may change of the shop's rules: amounts, limits, lives and the numbers that texts quote. Rules take
 * the part they need as an argument (`Pick<ShopPolicy, …>`); nothing else holds these numbers. What is a protocol's or
 * the form's own (card lengths, codes, time-outs) is no policy.
 */
export interface ShopPolicy {
  /** In the home region delivery is free from this base on (CONST-35, DIF-21). */
  freeDeliveryThreshold: Centavos;
  /** Delivery in the department of Guatemala below the threshold (CONST-36). */
  homeRegionFee: Centavos;
  /** Delivery in any other department, at any total (CONST-36). */
  otherRegionFee: Centavos;
  /** Invoices for a final consumer (CF) are refused from this grand total on (CONST-13, DIF-11). */
  finalConsumerLimit: Centavos;
  /** Cuotas are offered from this grand total on (CONST-09). */
  installmentsMinimum: Centavos;
  /** The installment calculator shows above it (CONST-10, DIF-34); cuotas are offered from at most a quetzal more. */
  calculatorAbove: Centavos;
  /** The largest grand total that may be paid in cash (DEC-218); null = any. */
  cashLimit: Centavos | null;
  /** Off an employee's own-goods merchandise, in basis points (DEC-77). */
  employeeDiscountBasisPoints: number;
  /** Off own-goods merchandise with a promoted bank's cuotas, in basis points (DEC-79, CONST-38). */
  bankDiscountBasisPoints: number;

  /** Orders from this hour of the day on count as the next day's (DEC-96). */
  deliveryCutoffHour: number;
  /** Business days of a delivery in the department of Guatemala (DEC-96). */
  homeRegionDays: number;
  /** Business days of a delivery elsewhere (DEC-96). */
  otherRegionDays: number;
  /** Business days more for what a supplier sends (DEC-96). */
  dropshippingDays: number;
  /** Business days more for a third-party seller without a lead time of its own (DEC-96). */
  sellerLeadDays: number;
  /** "Envíos en {n} horas" (APP-19, DEC-16). */
  shippingHours: number;
  /** Minutes a store needs to prepare an order (DEC-97). */
  pickupPreparationMinutes: number;
  /** Minutes of the day (0 to 1,440) between which a store hands out orders (DEC-97). */
  pickupOpensAt: number;
  pickupClosesAt: number;
  /** Minute of the day at which is ready what could not be prepared before closing (DEC-97). */
  pickupNextDayAt: number;
  /** Business days of a transfer from the warehouse to a store (DEC-97). */
  transferDays: number;

  /** Days without delivery, transfers or returns besides the calendar's holidays (DEC-96): decreed each year. */
  extraHolidays: readonly CivilDate[];

  /** Days a guest's cart lives after its last change (DEC-72). */
  guestCartDays: number;
  /** Days a payment link and its cart live (CONST-07, DEC-146). */
  linkCartDays: number;
  /** Days a customer's wish to be told of a product's return is kept. */
  restockNoticeDays: number;
  /** Days it is kept what people looked for. */
  searchCountDays: number;
  /** Days a written mail is kept; the order it tells of stays. */
  mailDays: number;
  /** Days the log of what happened to an order is kept; the order stays. */
  orderEventDays: number;
  /** Days an answered complaint of the book is kept after it was filed. */
  complaintDays: number;
  /** Business days after delivery within which an order may be returned (RET-03, DEC-142, APP-19). */
  returnDays: number;

  /** As it is shown (APP-19, DEC-41). */
  supportPhone: string;
  /** Number of eight digits that answers on WhatsApp, as it is shown; null: none does. */
  supportWhatsApp: string | null;
  /** Whom to write to when points fail (DEC-41). */
  loyaltyEmail: string;

  /** A cash order waits for the link in its mail to be followed. */
  cashConfirmation: boolean;
  /** Hours until a cash order that was not confirmed is canceled. */
  cashConfirmationHours: number;
  /** DEC-218: a guest's cash order from this total on waits for that link, whatever `cashConfirmation` says. */
  guestConfirmationFrom: Centavos;
  /** DEC-218: so does one of more units than this. */
  guestConfirmationUnits: number;
  /** Hours its stock is held meanwhile; then it is canceled. */
  guestConfirmationHours: number;

  /** DEC-196: orders begun per hour and client address. */
  ordersPerAddress: number;
  /** DEC-196, DEC-218: cash orders not yet delivered, per e-mail and per phone, of buyers who confirmed their e-mail. */
  openCashOrders: number;
  /** Days after which a cash order counts as open no more, though nobody closed it. */
  openCashOrderDays: number;
  /** DEC-218: orders not yet paid, by buyers who confirmed nothing, per client address. */
  unconfirmedOrders: number;
  /** What those orders may hold together. */
  unconfirmedUnits: number;
  unconfirmedValue: Centavos;
  /** What one order may hold of that, in basis points; of `unpaid…` once its buyer's e-mail is confirmed. */
  orderShareBasisPoints: number;
  /** DEC-218: an address beyond that or `unpaid…` may still order in cash so many units of so much, which wait for their mail’s link. */
  smallOrderUnits: number;
  smallOrderValue: Centavos;
  /** What orders not yet paid may hold together per client address, whoever confirmed them. */
  unpaidUnits: number;
  unpaidValue: Centavos;
  /** Days an order that is not paid counts for its address at most; so long it is known where it came from. */
  unpaidOrderDays: number;
  /** DEC-218: orders that wait to be paid at the store and codes for them, per client address. */
  openStoreOrders: number;
  /** DEC-196: declined charges per cart. */
  declinesPerCart: number;
  /** DEC-196: declined charges per hour and client address. */
  declinesPerAddress: number;
  /** DEC-196: declined charges per hour, card bin and client address. */
  declinesPerBin: number;
  /** DEC-219: declined charges per day and card, from wherever they are tried. */
  declinesPerCard: number;
  /** DEC-219: declined charges per hour of the whole shop, from which on every card order wants the harder proof. */
  declinesPerShop: number;
}

/** The shop as the requirements describe it. */
export const defaultShopPolicy: ShopPolicy = {
  freeDeliveryThreshold: quetzales(1_000),
  homeRegionFee: quetzales(30),
  otherRegionFee: quetzales(75),
  finalConsumerLimit: quetzales(2_500),
  installmentsMinimum: quetzales(500),
  calculatorAbove: quetzales(499),
  cashLimit: quetzales(25_000),
  employeeDiscountBasisPoints: 1_000,
  bankDiscountBasisPoints: 1_000,
  deliveryCutoffHour: 15,
  homeRegionDays: 1,
  otherRegionDays: 3,
  dropshippingDays: 5,
  sellerLeadDays: 3,
  shippingHours: 48,
  pickupPreparationMinutes: 120,
  pickupOpensAt: 9 * 60,
  pickupClosesAt: 19 * 60,
  pickupNextDayAt: 10 * 60,
  transferDays: 2,
  extraHolidays: [],
  guestCartDays: 30,
  linkCartDays: 15,
  restockNoticeDays: 365,
  searchCountDays: 180,
  mailDays: 90,
  orderEventDays: 730,
  complaintDays: 1_825,
  returnDays: 30,
  supportPhone: '4232-000',
  supportWhatsApp: null,
  loyaltyEmail: 'puntos@tienda.example',
  cashConfirmation: false,
  cashConfirmationHours: 48,
  guestConfirmationFrom: quetzales(10_000),
  guestConfirmationUnits: 20,
  guestConfirmationHours: 2,
  ordersPerAddress: 20,
  openCashOrders: 5,
  openCashOrderDays: 60,
  // A carrier of mobile telephones shows thousands of its customers by one address.
  unconfirmedOrders: 40,
  unconfirmedUnits: 300,
  unconfirmedValue: quetzales(400_000),
  orderShareBasisPoints: 2_000,
  smallOrderUnits: 3,
  smallOrderValue: quetzales(2_500),
  unpaidUnits: 1_200,
  unpaidValue: quetzales(1_600_000),
  unpaidOrderDays: 7,
  openStoreOrders: 8,
  declinesPerCart: 5,
  declinesPerAddress: 10,
  declinesPerBin: 10,
  declinesPerCard: 5,
  declinesPerShop: 60,
};

/** A number of Guatemala in digits, with the country's prefix; null of what is not eight digits: nobody could dial it. */
const dialable = (phone: string): string | null => {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 8 ? `502${digits}` : null;
};

/** "2232-0000" → "tel:+50222320000"; undefined of a number that cannot be dialled, which is then text and no link. */
export const supportPhoneLink = ({ supportPhone }: Pick<ShopPolicy, 'supportPhone'>): string | undefined => {
  const number = dialable(supportPhone);
  return number === null ? undefined : `tel:+${number}`;
};

/** Opens a chat with the shop; null where it has no number for that. */
export const supportChatLink = ({ supportWhatsApp }: Pick<ShopPolicy, 'supportWhatsApp'>): string | null => {
  const number = supportWhatsApp === null ? null : dialable(supportWhatsApp);
  return number === null ? null : `https://wa.me/${number}`;
};
