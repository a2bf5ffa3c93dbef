import { randomUUID } from 'node:crypto';
import type { Client } from '@ceiba/contract/client';
import { read } from './read.ts';

/** Another shopper, who never opens a page, buys units of a product and pays in cash. */
export async function buyBeside(api: Client, sku: string, quantity: number): Promise<string> {
  const { id } = await read(api, 'createCart', { body: {} });
  const params = { id };
  await read(api, 'addCartProduct', { params, body: { sku, quantity } });
  const address = {
    firstname: 'Mario',
    lastname: 'Xol',
    street: '4a calle 2-20',
    city: 'Guatemala',
    region: 485,
    telephone: '44443333',
  };
  await read(api, 'setCartShippingAddress', { params, body: address });
  await read(api, 'setCartShippingMethod', { params, body: { carrierCode: 'tablerate', methodCode: 'bestway' } });
  const billing = { ...address, nit: '576937K', documentType: 'NIT' as const };
  await read(api, 'setCartBillingAddress', { params, body: billing });
  const paid = await read(api, 'setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } });
  await read(api, 'confirmCart', { params, body: { email: `rival-${randomUUID()}@correo.example` } });
  const amount = paid.data.prices.grandTotal.value;
  const payments = [{ paymentType: 'Cash' as const, paymentPlan: 0, paymentAmount: amount }];
  const order = await read(api, 'placeOrder', { body: { cartId: id, payments } });
  return order.data.orderNumber;
}
