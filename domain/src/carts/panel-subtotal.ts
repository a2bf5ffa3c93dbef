import { add, type Centavos, zero } from '../money/money.ts';

export interface PanelSubtotal {
  count: number;
  label: string;
  amount: Centavos;
}

/** "1 producto", "2 productos". */
export const productCount = (count: number): string => `${count} ${count === 1 ? 'producto' : 'productos'}`;

/** The footer of the add-to-cart panel: one product, and service and warranty where chosen (PANEL-05). */
export function panelSubtotal(product: Centavos, service: Centavos | null, warranty: Centavos | null): PanelSubtotal {
  const count = 1 + (service === null ? 0 : 1) + (warranty === null ? 0 : 1);
  const amount = add(product, add(service ?? zero, warranty ?? zero));
  return { count, label: `Subtotal (${productCount(count)})`, amount };
}
