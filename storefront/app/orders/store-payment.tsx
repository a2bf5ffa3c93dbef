import type { Cart } from '@ceiba/contract/carts';
import { advisorTexts, storeOrderText } from '@ceiba/domain/advisors/advisor-texts';
import { hasLineToRemove } from '@ceiba/domain/carts/line-removal';
import { useRef } from 'react';
import { useAdvisor } from '../advisors/advisor-store.ts';
import { showToast } from '../alerts/notices.ts';
import type { Billing } from '../billing/use-billing.ts';
import { cartLines } from '../carts/cart-lines.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useStoreOrder } from './use-store-order.ts';

/** Pay at store (ADV-14, ADV-15); its button wants a valid invoice (DEC-149). */
export default function StorePayment({ cart, billing }: { cart: Cart; billing: Billing }) {
  const { place, isPlacing, hasFailed, orderNumber } = useStoreOrder(cart, billing);
  const advisor = useAdvisor();
  const told = useRef<HTMLParagraphElement>(null);
  const isReady = billing.isValid && billing.lookup !== 'asking' && !hasLineToRemove(cartLines(cart));
  return (
    <div className="grid gap-3">
      {orderNumber === null && (
        <Button
          size="lg"
          block
          variant={hasFailed ? 'danger' : 'primary'}
          data-error={hasFailed || undefined}
          blocked={!isReady}
          loading={isPlacing}
          icon={<Icon name="store" />}
          onClick={place}
        >
          {advisorTexts.createStoreOrder}
        </Button>
      )}
      <p ref={told} role="status" className="rounded-lg bg-success-soft px-4 py-3.5 text-on-success-soft empty:hidden">
        {orderNumber !== null && storeOrderText(orderNumber, advisor?.store ?? '')}
      </p>
      {orderNumber !== null && (
        <Button variant="outline" onClick={() => void copy(orderNumber, told.current)}>
          Copiar número de pedido
        </Button>
      )}
    </div>
  );
}

/** The number is gone with the page (DEC-42). Where the clipboard is closed, its sentence is marked, to be copied by hand. */
async function copy(orderNumber: string, told: HTMLElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(orderNumber);
    showToast('Número de pedido copiado');
  } catch {
    if (told !== null) getSelection()?.selectAllChildren(told);
  }
}
