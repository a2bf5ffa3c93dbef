import { randomUUID } from 'node:crypto';
import type { Answer, Connection } from './http-connection.ts';
import { requestOf } from './http-connection.ts';

const address = {
  firstname: 'Lucía',
  lastname: 'Paz',
  street: ['12 calle 1-25'],
  city: 'Guatemala',
  region: 485,
  zone: 'Zona 10',
};

const invoice = {
  firstname: 'Comercial La Aurora, S.A.',
  street: ['12 calle 1-25'],
  city: 'Guatemala',
  region: 485,
  nit: '576937K',
  documentType: 'NIT',
};

const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** A cart that is ready to be ordered; the total is in quetzales. */
export interface ReadyCart {
  id: string;
  total: number;
}

/** A shopper's choices besides the products. */
interface Choices {
  couponCode?: string;
  /** The store for a pickup. Absent for a delivery. */
  storeCode?: string;
}

const delivery = { carrierCode: 'tablerate', methodCode: 'bestway' };
const pickup = { carrierCode: 'instore', methodCode: 'pickup' };

/** @throws if the response does not hold the text, because the next steps need the text */
export const textIn = (answer: string, pattern: RegExp): string => {
  const found = pattern.exec(answer)?.[1];
  if (found === undefined) throw new Error(`no ${pattern} in: ${answer}`);
  return found;
};

const numberIn = (answer: string, pattern: RegExp): number => Number(textIn(answer, pattern));

export const cash = { paymentType: 'Cash', paymentPlan: 0 };

let people = 0;

/**
 * Creates a new person for each journey. Orders of one client or contact are counted under a lock, one after the other (record
 * 0010). With one identity for all, the bench would measure that lock.
 */
const nextPerson = () => {
  people += 1;
  return {
    /** The address that shops of the bench see as the caller's address. */
    address: `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`,
    email: `lucia${people}@correo.gt`,
    telephone: String(40_000_000 + people),
  };
};

/** The default call for placing an order. */
const guestOrders = '/v1/orders';

/** Simulates shoppers on one connection, a new person for each cart. `ownHeaders` go with every call, such as a session's cookie. */
export const shopper = (connection: Connection, ownHeaders: Record<string, string> = {}) => {
  let person = nextPerson();
  const call = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const headers = { 'x-forwarded-for': person.address, ...ownHeaders, ...more };
    const answer = await connection.send(requestOf(method, path, { ...(body && { body }), headers }));
    if (!isDone(answer))
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.toString('utf8')}`);
    return answer.body.toString('utf8');
  };
  /** Opens a cart and adds products. */
  const fill = async (skus: readonly string[]): Promise<string> => {
    person = nextPerson();
    const id = textIn(await call('POST', '/v1/carts/', {}), /"id":"([0-9a-f-]{36})"/);
    for (const sku of skus) await call('POST', `/v1/carts/${id}/products`, { sku, quantity: 1 });
    return id;
  };
  /** Everything up to the order, like the storefront's checkout (DEC-133). */
  const prepare = async (skus: readonly string[], { couponCode, storeCode }: Choices = {}): Promise<ReadyCart> => {
    const id = await fill(skus);
    const cart = `/v1/carts/${id}`;
    const place = storeCode === undefined ? address : { ...address, storeCode };
    await call('POST', `${cart}/shippingAddress`, { ...place, telephone: person.telephone });
    await call('POST', `${cart}/shippingMethods`, storeCode === undefined ? delivery : pickup);
    await call('POST', `${cart}/billingAddress`, invoice);
    if (couponCode !== undefined) await call('POST', '/v1/checkout/coupons', { cartId: id, couponCode });
    const total = await choosePayment(id);
    await call('PATCH', cart, { email: person.email });
    return { id, total };
  };
  /** Sets the cart's payment method. Returns the cart's total in quetzales. */
  const choosePayment = async (id: string): Promise<number> => {
    const paid = await call('POST', `/v1/carts/${id}/paymentMethods`, { paymentMethod: 'kosmos_payment' });
    return numberIn(paid, /"grandTotal":\{"value":([0-9.]+)/);
  };
  /** Pays the whole cart, by default in cash. Returns the order's number. */
  const order = async ({ id, total }: ReadyCart, payment: object = cash, path = guestOrders): Promise<number> => {
    const payments = [{ ...payment, paymentAmount: total }];
    const placed = await call('POST', path, { cartId: id, payments }, { 'idempotency-key': randomUUID() });
    return numberIn(placed, /"orderNumber":"(\d+)"/);
  };
  const buy = async (skus: readonly string[]): Promise<void> => {
    await order(await prepare(skus));
  };
  return { call, fill, prepare, choosePayment, order, buy };
};

/** Number of calls in one journey with three products. */
export const callsPerJourney = 10;

/** Offsets of a basket's products in the list of all products. */
const steps = [0, 7, 31];

/** Returns three different products, and three others on the next call. @throws if there are too few products */
export const basketsOf = (skus: readonly string[]) => {
  if (skus.length < 32) throw new Error(`${skus.length} products are too few: different baskets need 32`);
  let next = 0;
  return (): string[] => {
    next += 1;
    return steps.map((step) => skus[(next * 3 + step) % skus.length] ?? '');
  };
};
