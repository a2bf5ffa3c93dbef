import type { Cart } from '@ceiba/contract/carts';
import { alertDurationMs } from '@ceiba/domain/alerts/alert';
import type { PaymentErrorAlert } from '@ceiba/domain/payments/payment-alerts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { measureFailedPurchase } from '../analytics/order-events.ts';

export interface Refusals {
  /** Measures a refused order and shows why, then leads where its alert leads (ORD-08, DEC-48). */
  tell: (alert: PaymentErrorAlert, cart: Cart) => void;
  /** The page stays as it is, whatever the last alert wanted. */
  cancelReload: () => void;
}

/**
 * What a refused order has for consequences. The page is loaded anew when its alert can have been read; a shopper who goes on
 * (types, presses the button again, opens another page) is not interrupted by that.
 */
export function useRefusals(): Refusals {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [cancelReload] = useState(() => () => clearTimeout(timer.current));
  useEffect(() => {
    window.addEventListener('input', cancelReload);
    return () => {
      window.removeEventListener('input', cancelReload);
      cancelReload();
    };
  }, [cancelReload]);
  const tell: Refusals['tell'] = (alert, cart) => {
    const isToCart = alert.action === 'goToCart';
    measureFailedPurchase(cart);
    // An alert that leads to the cart has its longer time there (DEC-188).
    showAlert(alert, isToCart ? 'general' : 'checkout');
    if (isToCart) void navigate('/cart');
    const read = alertDurationMs(alert.id, 'checkout') ?? 0;
    if (alert.action === 'reload') timer.current = setTimeout(() => location.reload(), read);
  };
  return { tell, cancelReload };
}
