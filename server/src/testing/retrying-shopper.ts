import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { card, cash } from './order-calls.ts';

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

const cartView = z.object({ id: z.uuid() });
const linesView = z.object({ items: z.array(z.object({ sku: z.string(), quantity: z.number() })) });
const pricedView = z.object({ prices: z.object({ grandTotal: z.object({ value: z.number() }) }) });
const orderView = z.object({ data: z.object({ orderNumber: z.string() }) });
const refusalView = z.object({ error: z.object({ code: z.string() }) });

/** The order that the shop confirmed to a shopper. It must still exist after any fault. */
export interface ConfirmedPurchase {
  cartId: string;
  orderNumber: string;
}

/** Every unsuccessful response, counted as `status code`, and the number of 503s without Retry-After. */
interface Setbacks {
  counts: Map<string, number>;
  silent503: number;
}

interface Answer {
  status: number;
  text: string;
}

const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300;

const codeOf = ({ text }: Answer): string => {
  const parsed = refusalView.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data.error.code : '';
};

/**
 * Milliseconds for which a shopper retries one step, longer than the reconciler needs. The reconciler waits for the bank's full
 * time-out (BANK_TIMEOUT_MS, a minute in tests) before it settles an interrupted order.
 */
export const patienceMs = 180_000;

/** Shoppers who retry like the storefront when the shop is unreachable (503) or still placing the order (409). */
export const openRetryingShoppers = (shopUrl: string) => {
  const setbacks: Setbacks = { counts: new Map(), silent503: 0 };

  const send = async (method: string, path: string, body?: object, key?: string): Promise<Answer> => {
    const answer = await fetch(`${shopUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status === 503 && !/^\d+$/.test(answer.headers.get('retry-after') ?? '')) setbacks.silent503 += 1;
    return { status: answer.status, text };
  };

  /** Retries until the call succeeds. Throws for a response that a retry cannot change. */
  const insist = async (method: string, path: string, body?: object, key?: string): Promise<string> => {
    for (const end = Date.now() + patienceMs; ; await sleep(100)) {
      const answer = await send(method, path, body, key);
      if (isDone(answer)) return answer.text;
      const setback = `${answer.status} ${codeOf(answer)}`;
      setbacks.counts.set(setback, (setbacks.counts.get(setback) ?? 0) + 1);
      const isPassing = answer.status === 503 || setback === '409 ORDER_IN_PROGRESS';
      if (!isPassing || Date.now() > end) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    }
  };

  const openCart = async (): Promise<string> => cartView.parse(JSON.parse(await insist('POST', '/v1/carts/', {}))).id;

  const addProduct = (cartId: string, sku: string): Promise<string> =>
    insist('POST', `/v1/carts/${cartId}/products`, { sku, quantity: 1 });

  /** Returns the cart's current quantities, by SKU. */
  const linesOf = async (cartId: string): Promise<Record<string, number>> => {
    const { items } = linesView.parse(JSON.parse(await insist('GET', `/v1/carts/${cartId}`)));
    return Object.fromEntries(items.map(({ sku, quantity }) => [sku, quantity]));
  };

  const checkOut = async (cartId: string): Promise<number> => {
    const cart = `/v1/carts/${cartId}`;
    await insist('POST', `${cart}/shippingAddress`, address);
    await insist('POST', `${cart}/shippingMethods`, { carrierCode: 'tablerate', methodCode: 'bestway' });
    await insist('POST', `${cart}/billingAddress`, invoice);
    await insist('POST', `${cart}/paymentMethods`, { paymentMethod: 'kosmos_payment' });
    await insist('PATCH', cart, { email: 'lucia@correo.gt' });
    return pricedView.parse(JSON.parse(await insist('GET', cart))).prices.grandTotal.value;
  };

  /** Makes all calls from an empty cart to an order number. */
  const buy = async (skus: readonly string[], means: 'cash' | 'card'): Promise<ConfirmedPurchase> => {
    const cartId = await openCart();
    for (const sku of skus) await addProduct(cartId, sku);
    const total = await checkOut(cartId);
    const payments = [means === 'cash' ? cash(total) : card(total)];
    const placed = await insist('POST', '/v1/orders', { cartId, payments }, randomUUID());
    return { cartId, orderNumber: orderView.parse(JSON.parse(placed)).data.orderNumber };
  };

  return { buy, openCart, addProduct, linesOf, setbacks };
};
