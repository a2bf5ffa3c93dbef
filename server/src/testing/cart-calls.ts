import type { CallAnswer } from '@ceiba/contract/client';
import type { TestShop } from './test-shop.ts';

type Outcome<T> = { ok: true; value: T } | { ok: false; error: { code: string } };

/** Returns a call's value. Throws if the call was refused. */
export const done = <T>(answer: Outcome<T>): T => {
  if (!answer.ok) throw new Error(`refused: ${answer.error.code}`);
  return answer.value;
};

/** Returns the code of a refusal, or `ok`. */
export const codeOf = (answer: Outcome<unknown>): string => (answer.ok ? 'ok' : answer.error.code);

export const openCart = async (shop: TestShop): Promise<string> => done(await shop.call('createCart', { body: {} })).id;

/** Adds one unit of a product, unless `more` says otherwise. */
export const addProduct = (shop: TestShop, id: string, sku: string, more: object = {}) =>
  shop.call('addCartProduct', { params: { id }, body: { sku, quantity: 1, ...more } });

export const changeLine = (shop: TestShop, id: string, cartItemId: string, quantity: number, warranty?: string) =>
  shop.call('changeCartProduct', {
    params: { id },
    body: warranty === undefined ? { cartItemId, quantity } : { cartItemId, quantity, warranty },
  });

export const readCart = async (shop: TestShop, id: string): Promise<CallAnswer<'getCart'>> =>
  done(await shop.call('getCart', { params: { id } }));
