import { randomUUID } from 'node:crypto';
import type { Answer, Connection } from './http-connection.ts';
import { requestOf } from './http-connection.ts';

const address = {
  firstname: 'Lucía',
  lastname: 'Paz',
  street: ['12 calle 1-25'],
  city: 'Guatemala',
  region: 485,
  telephone: '55554444',
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

/** A cart that only waits for its order; the total in quetzales. */
export interface ReadyCart {
  id: string;
  total: number;
}

/** One shopper on one connection. */
export const shopper = (connection: Connection) => {
  const call = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await connection.send(requestOf(method, path, { body, headers }));
    if (!isDone(answer))
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.toString('utf8')}`);
    return answer.body.toString('utf8');
  };
  /** Opens a cart and adds products. */
  const fill = async (skus: readonly string[]): Promise<string> => {
    const id = /"id":"([0-9a-f-]{36})"/.exec(await call('POST', '/v1/carts/', {}))?.[1] ?? '';
    for (const sku of skus) await call('POST', `/v1/carts/${id}/products`, { sku, quantity: 1 });
    return id;
  };
  /** Everything up to the order, as the storefront's checkout does it (DEC-133). */
  const prepare = async (skus: readonly string[]): Promise<ReadyCart> => {
    const id = await fill(skus);
    const cart = `/v1/carts/${id}`;
    await call('POST', `${cart}/shippingAddress`, address);
    await call('POST', `${cart}/shippingMethods`, { carrierCode: 'tablerate', methodCode: 'bestway' });
    await call('POST', `${cart}/billingAddress`, invoice);
    const paid = await call('POST', `${cart}/paymentMethods`, { paymentMethod: 'kosmos_payment' });
    await call('PATCH', cart, { email: 'lucia@correo.gt' });
    return { id, total: Number(/"grandTotal":\{"value":([0-9.]+)/.exec(paid)?.[1]) };
  };
  /** In cash. */
  const order = async ({ id, total }: ReadyCart): Promise<void> => {
    const payments = [{ paymentType: 'Cash', paymentPlan: 0, paymentAmount: total }];
    await call('POST', '/v1/orders', { cartId: id, payments }, { 'idempotency-key': randomUUID() });
  };
  return { call, fill, prepare, order, buy: async (skus: readonly string[]) => order(await prepare(skus)) };
};

/** Calls of one journey of three products. */
export const callsPerJourney = 10;

/** Three different products, a different three each time. */
export const basketsOf = (skus: readonly string[]) => {
  let next = 0;
  return (): string[] => {
    next += 1;
    return [0, 7, 31].map((step) => skus[(next * 3 + step) % skus.length] ?? '');
  };
};
