import type { Cart } from '@ceiba/contract/carts';
import { isInstallmentCalculatorVisible } from '@ceiba/domain/payments/installments';
import type { ToPay } from '../banks/bank-plans-query.ts';
import { BankQuestion } from '../banks/bank-question.tsx';
import { usePolicy } from '../policies/shop-policy.ts';
import { cartTotals } from './cart-lines.ts';

/** The cart, for the request of bank plans. The version changes with everything that changes the amount to pay by card. */
export const cartToPay = ({ cartId, items, prices }: Pick<Cart, 'cartId' | 'items' | 'prices'>): ToPay => ({
  cartId,
  version: JSON.stringify([prices, items.map(({ sku, quantity }) => [sku, quantity])]),
});

/** "¿Cuánto pago con mi banco?" of a whole cart, where its calculator would show (CAT-27): for payment links and their advisors (BANK-07). */
export function CartBanks({ cart }: { cart: Cart }) {
  const policy = usePolicy();
  const { subtotal, grandTotal } = cartTotals(cart);
  if (cart.donation !== null || !isInstallmentCalculatorVisible(subtotal, policy)) return null;
  return (
    <div className="grid gap-3">
      <BankQuestion toPay={cartToPay(cart)} total={grandTotal} plans={policy.installmentPlans} />
    </div>
  );
}
