import type { ShopPolicy } from '../policies/shop-policy.ts';

// The budgets for placing orders, in one table. SQL locks and counts, and this file decides (DEC-196, DEC-218, DEC-219,
// record 0050).

/**
 * The time of the payment: at the door (`Cash`), at a till (`StorePayment`) or immediately (`Card`). Budgets
 * distinguish only these times.
 */
export type PaidBy = 'Cash' | 'StorePayment' | 'Card';

/** Counts for one client, or for all clients of its network together. `value` in centavos. */
export interface ClientCounts {
  /** Orders of the last hour. */
  orders: number;
  firstOrder: Date | null;
  /** Declined charges of the last hour. */
  declines: number;
  firstDecline: Date | null;
  /** Declined charges of the last hour with cards of the order's bank (BIN). */
  declinesOfBin: number;
  firstDeclineOfBin: Date | null;
  /** Open orders that wait for payment, without a confirmation by the buyer. */
  unconfirmed: { orders: number; units: number; value: number };
  /** All open orders that wait for payment. */
  unpaid: { units: number; value: number };
  /** Open orders to be paid at a till, and open codes for such orders. */
  storeOrders: number;
}

/** Counts for one order before it is placed. All counts are from the same moment. */
export interface BudgetCounts {
  client: ClientCounts;
  /** Null if the client is not part of a larger network. */
  network: ClientCounts | null;
  /** Open orders with the cart's e-mail or phone. */
  contactOrders: number;
  /** Declined charges of the cart. */
  cartDeclines: number;
  /** Declined charges of the card in the last day. */
  cardDeclines: number;
  firstCardDecline: Date | null;
  /** Declined charges in the whole shop; zero for a known card. */
  shopDeclines: number;
}

/** The used part of a budget, and the time at which its oldest part expires. Null if this time is unknown. */
interface Use {
  used: number;
  freeAt: Date | null;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;

const open = (used: number): Use => ({ used, freeAt: null });
const within = (windowMs: number, used: number, first: Date | null): Use => ({
  used,
  freeAt: first && new Date(first.getTime() + windowMs),
});

interface BudgetRow {
  /** Payment methods that the budget counts. */
  methods: readonly PaidBy[];
  /** The message of the budget's refusal. */
  text: string;
}

/**
 * A budget of a client. Its network may use `maxOfNetwork` times as much, or `clientsOfNetwork` times if this field is
 * missing.
 */
interface ClientBudget extends BudgetRow {
  counts: 'client';
  spentBy: (counts: ClientCounts) => Use;
  maxOfNetwork?: number;
  /** True if the budget refuses no cash order before its cart is read. A small order may still be placed, and waits for its mailed link. */
  leavesCash?: boolean;
  /** True if the budget does not apply to a buyer with a confirmed e-mail. */
  isOfUnconfirmed?: boolean;
}

/** A budget of a contact, a cart or a card. */
interface OtherBudget extends BudgetRow {
  counts: 'contact' | 'cart' | 'card';
  spentBy: (counts: BudgetCounts) => Use;
}

const all: readonly PaidBy[] = ['Cash', 'StorePayment', 'Card'];
const later: readonly PaidBy[] = ['Cash', 'StorePayment'];

/**
 * Number of clients' budgets that a network may use for orders paid at a store. One client then leaves room for other
 * clients of its network, and one network leaves room in an advisor's limit.
 */
export const storeClientsOfNetwork = 2;

const unconfirmed =
  'Desde tu conexión hay varios pedidos por pagar sin confirmar. Inicia sesión con tu correo confirmado, paga con tarjeta o intenta más tarde.';
export const tooMuchUnconfirmedText =
  'Es más de lo que se puede pedir sin confirmar y pagar después. Inicia sesión con tu correo confirmado, paga con tarjeta o reduce tu pedido.';
export const tooMuchUnpaidText =
  'Desde tu conexión hay muchos pedidos por pagar. Paga con tarjeta, intenta más tarde o reduce tu pedido.';
export const orderTooLargeText =
  'Es más de lo que un pedido puede tener para pagarse después. Paga con tarjeta o reduce tu pedido.';
const tooManyStoreOrders =
  'Hay demasiados pedidos por pagar en tienda. Espera a que se paguen o venzan, o paga con tarjeta.';

/**
 * The budgets that are checked before anything else about an order. The first used-up budget refuses. Each has a policy
 * with the same name.
 */
export const orderBudgets = {
  ordersPerAddress: {
    counts: 'client',
    methods: all,
    spentBy: ({ orders, firstOrder }) => within(hourMs, orders, firstOrder),
    text: 'Has hecho demasiados pedidos en poco tiempo. Espera un momento e intenta de nuevo.',
  },
  openCashOrders: {
    counts: 'contact',
    methods: later,
    spentBy: ({ contactOrders }) => open(contactOrders),
    text: 'Tienes varios pedidos por pagar, en efectivo o en tienda. Espera a que se entreguen, se paguen o venzan, o paga con tarjeta.',
  },
  unconfirmedOrders: {
    counts: 'client',
    methods: later,
    spentBy: (counts) => open(counts.unconfirmed.orders),
    leavesCash: true,
    isOfUnconfirmed: true,
    text: unconfirmed,
  },
  unconfirmedUnits: {
    counts: 'client',
    methods: later,
    spentBy: (counts) => open(counts.unconfirmed.units),
    leavesCash: true,
    isOfUnconfirmed: true,
    text: tooMuchUnconfirmedText,
  },
  unconfirmedValue: {
    counts: 'client',
    methods: later,
    spentBy: (counts) => open(counts.unconfirmed.value),
    leavesCash: true,
    isOfUnconfirmed: true,
    text: tooMuchUnconfirmedText,
  },
  unpaidUnits: {
    counts: 'client',
    methods: later,
    spentBy: ({ unpaid }) => open(unpaid.units),
    leavesCash: true,
    text: tooMuchUnpaidText,
  },
  unpaidValue: {
    counts: 'client',
    methods: later,
    spentBy: ({ unpaid }) => open(unpaid.value),
    leavesCash: true,
    text: tooMuchUnpaidText,
  },
  openStoreOrders: {
    counts: 'client',
    methods: ['StorePayment'],
    spentBy: ({ storeOrders }) => open(storeOrders),
    maxOfNetwork: storeClientsOfNetwork,
    text: tooManyStoreOrders,
  },
  declinesPerCart: {
    counts: 'cart',
    methods: ['Card'],
    spentBy: ({ cartDeclines }) => open(cartDeclines),
    text: 'Tu carrito tuvo demasiados pagos rechazados. Elige otra forma de pago o intenta más tarde.',
  },
  declinesPerAddress: {
    counts: 'client',
    methods: ['Card'],
    spentBy: ({ declines, firstDecline }) => within(hourMs, declines, firstDecline),
    text: 'Hubo demasiados pagos rechazados. Espera un momento e intenta de nuevo.',
  },
  declinesPerBin: {
    counts: 'client',
    methods: ['Card'],
    spentBy: ({ declinesOfBin, firstDeclineOfBin }) => within(hourMs, declinesOfBin, firstDeclineOfBin),
    text: 'Hubo demasiados pagos rechazados con tarjetas de este banco. Espera un momento o usa otra tarjeta.',
  },
  declinesPerCard: {
    counts: 'card',
    methods: all,
    spentBy: ({ cardDeclines, firstCardDecline }) => within(dayMs, cardDeclines, firstCardDecline),
    text: 'Esta tarjeta tuvo demasiados pagos rechazados hoy. Usa otra tarjeta u otra forma de pago.',
  },
} as const satisfies Partial<Record<keyof ShopPolicy, ClientBudget | OtherBudget>>;

/** A budget that can refuse an order before its cart is read. */
export type OrderBudget = keyof typeof orderBudgets;

const isBudget = (name: string): name is OrderBudget => Object.hasOwn(orderBudgets, name);

/** The names of the budgets in the order of the table. Budgets are checked in this order. */
const budgetNames: readonly OrderBudget[] = Object.keys(orderBudgets).filter(isBudget);

/**
 * Messages of the limits that are checked after the cart is read. The limits are the share of one order, the waiting
 * small orders of an e-mail, and the orders of an advisor.
 */
const laterTexts = {
  orderShareBasisPoints: orderTooLargeText,
  ordersWaiting:
    'Con este correo ya hay pedidos que esperan su confirmación. Abre el enlace que enviamos de cada uno, o paga con tarjeta.',
  openOrdersOfAdvisor: tooManyStoreOrders,
};

export type ExhaustedBudget = OrderBudget | keyof typeof laterTexts;

export const textOfBudget = (name: ExhaustedBudget): string =>
  isBudget(name) ? orderBudgets[name].text : laterTexts[name];

/**
 * The policies with the budgets' numbers. The budget of the whole shop never refuses an order. It only requires the
 * harder captcha.
 */
export const budgetPolicies = [...budgetNames, 'declinesPerShop' as const];

/** The maximum of each budget for one client. `…Value` is in centavos. */
export type PlacingBudgets = Record<OrderBudget | 'declinesPerShop', number>;

export interface BudgetVerdict {
  /** The first used-up budget. Null if no budget is used up. */
  spent: OrderBudget | null;
  /** The time at which that budget is free again. Null if unknown. */
  freeAt: Date | null;
  /**
   * From half of a budget on, a captcha is required. The harder captcha is required while many cards are declined in
   * the whole shop.
   */
  requiredCaptcha: 'usual' | 'hard' | null;
  /** The maximum that one more unconfirmed order may have. `value` in centavos. */
  unconfirmedLeft: { orders: number; units: number; value: number };
  /** The maximum that one more order may have. */
  unpaidLeft: { units: number; value: number };
}

/** Decides by the counts for an order: the refusing budget, the required captcha, and the maximum content of the order. */
export function judgeBudgets(
  counts: BudgetCounts,
  most: PlacingBudgets,
  order: { paidBy: PaidBy; isContactConfirmed: boolean; clientsOfNetwork: number },
): BudgetVerdict {
  const uses = budgetNames.flatMap((name) => usesOf(name, counts, most, order));
  const first = uses.find(({ used, limit, refuses }) => refuses && used >= limit);
  const isHalf = uses.some(({ used, limit }) => used * 2 >= limit);
  const isHard = counts.shopDeclines >= most.declinesPerShop;
  const left = (name: OrderBudget, of: (each: ClientCounts) => number): number =>
    counts.network === null
      ? most[name] - of(counts.client)
      : Math.min(most[name], most[name] - of(counts.client), most[name] * order.clientsOfNetwork - of(counts.network));
  return {
    spent: first?.name ?? null,
    freeAt: first?.freeAt ?? null,
    requiredCaptcha: isHard ? 'hard' : isHalf ? 'usual' : null,
    unconfirmedLeft: {
      orders: left('unconfirmedOrders', ({ unconfirmed: held }) => held.orders),
      units: left('unconfirmedUnits', ({ unconfirmed: held }) => held.units),
      value: left('unconfirmedValue', ({ unconfirmed: held }) => held.value),
    },
    unpaidLeft: {
      units: left('unpaidUnits', ({ unpaid }) => unpaid.units),
      value: left('unpaidValue', ({ unpaid }) => unpaid.value),
    },
  };
}

/**
 * Returns the used part of one budget: by the client and its network, or by the contact, cart or card. Empty if the
 * budget does not apply to such an order.
 */
function usesOf(
  name: OrderBudget,
  counts: BudgetCounts,
  most: PlacingBudgets,
  {
    paidBy,
    isContactConfirmed,
    clientsOfNetwork,
  }: { paidBy: PaidBy; isContactConfirmed: boolean; clientsOfNetwork: number },
): (Use & { name: OrderBudget; limit: number; refuses: boolean })[] {
  const budget: ClientBudget | OtherBudget = orderBudgets[name];
  if (!budget.methods.includes(paidBy)) return [];
  if (budget.counts !== 'client') return [{ ...budget.spentBy(counts), name, limit: most[name], refuses: true }];
  if (budget.isOfUnconfirmed === true && isContactConfirmed) return [];
  const refuses = budget.leavesCash !== true || paidBy !== 'Cash';
  const own = { ...budget.spentBy(counts.client), name, limit: most[name], refuses };
  if (counts.network === null) return [own];
  const limit = most[name] * (budget.maxOfNetwork ?? clientsOfNetwork);
  return [own, { ...budget.spentBy(counts.network), name, limit, refuses }];
}
