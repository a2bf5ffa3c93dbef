import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import type { Advisor } from '@ceiba/contract/advisors';
import type { CallInput, Client } from '@ceiba/contract/client';
import { paymentLink } from '@ceiba/domain/advisors/advisor';

export interface LinkToCreate {
  cartId: string;
  advisor: Advisor;
  email: string;
  billingAddress: CallInput<'setCartBillingAddress'>['body'];
}

export interface CreatedLink {
  link: string;
  /** What its customer will pay, in decimal quetzales: a points certificate stays with the advisor's cart. */
  total: number;
}

/**
 * Makes a payment link of the advisor's cart: invoice and method are sent first (DEC-149), then the e-mail, so that the
 * copy carries it (DEC-146). The cart keeps the calls that went well.
 * @throws ApiFailure of the first call that was refused or not answered (ADV-13)
 */
export async function createPaymentLink(call: Client, link: LinkToCreate, origin: string): Promise<CreatedLink> {
  const params = { id: link.cartId };
  const { hash: employeeHash, store: storeCode } = link.advisor;
  const steps = [
    () => call('attachAdvisor', { params, body: { employeeHash, storeCode } }),
    () => call('setCartBillingAddress', { params, body: link.billingAddress }),
    () => call('setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } }),
    () => call('confirmCart', { params, body: { email: link.email } }),
  ] as const;
  for (const step of steps) {
    const answer = await step();
    if (!answer.ok) throw new ApiFailure(answer.error);
  }
  const cloned = unwrap(await call('cloneCart', { params, body: {} }));
  return { link: paymentLink(origin, cloned.newCartId), total: cloned.total.value };
}
