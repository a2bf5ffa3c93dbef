import { unwrap } from '@ceiba/client/call-failure';
import type { Advisor } from '@ceiba/contract/advisors';
import type { CallInput } from '@ceiba/contract/client';
import { paymentLink } from '@ceiba/domain/advisors/advisor';
import { callCart } from '../carts/cart-call.ts';
import { api } from '../platform/api.ts';

export interface LinkToCreate {
  cartId: string;
  advisor: Advisor;
  email: string;
  billingAddress: CallInput<'setCartBillingAddress'>['body'];
}

export interface CreatedLink {
  link: string;
  /** The total that the customer will pay, in quetzales with decimals. A points certificate stays with the advisor's cart. */
  total: number;
}

/**
 * Creates a payment link from the advisor's cart. Invoice and method are sent first (DEC-149), then the e-mail, so that the copy contains them
 * (DEC-146). The effects of successful calls stay in the cart. Throws the `ApiFailure` of the first call that failed (ADV-13).
 */
export async function createPaymentLink(link: LinkToCreate, origin: string): Promise<CreatedLink> {
  const { fields } = unwrap(await callCart((id) => copyCart(id, link), { of: link.cartId }));
  return { link: paymentLink(origin, fields.newCartId), total: fields.total.value };
}

async function copyCart(id: string, { advisor, email, billingAddress }: LinkToCreate) {
  const params = { id };
  const { hash, store: storeCode } = advisor;
  const steps = [
    () => api('attachAdvisor', { params, body: { employeeHash: hash, storeCode } }),
    () => api('setCartBillingAddress', { params, body: billingAddress }),
    () => api('setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } }),
    () => api('confirmCart', { params, body: { email } }),
  ] as const;
  for (const step of steps) {
    const answer = await step();
    if (!answer.ok) return answer;
  }
  return api('cloneCart', { params, body: {} });
}
