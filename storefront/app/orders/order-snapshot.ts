import { z } from 'zod';

/** What the confirmation shows (DEC-43). Neither card nor document numbers are ever in it. */
const orderSnapshot = z.object({
  cartId: z.string(),
  orderNumber: z.string(),
  email: z.string(),
  firstname: z.string(),
  shipments: z.array(
    z.object({
      sellerTitle: z.string(),
      /** "martes 24 de noviembre", "Hoy mismo", "Fecha por estimar". */
      dateText: z.string(),
      lines: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          quantity: z.int(),
          image: z.object({ url: z.string(), label: z.string() }),
          /** Decimal quetzales. */
          lineTotal: z.number(),
        }),
      ),
    }),
  ),
  costs: z.array(
    z.object({
      kind: z.enum(['subtotal', 'discount', 'warranties', 'delivery', 'total']),
      label: z.string(),
      text: z.string(),
    }),
  ),
  /** Null for digital orders. */
  delivery: z
    .object({ deliveryType: z.enum(['delivery', 'storepickup']), place: z.string(), receiver: z.string() })
    .nullable(),
  /** "12 cuotas de Q812.67"; null where it is not known how the order was paid. */
  payment: z.string().nullable(),
  isCash: z.boolean(),
  documentType: z.string(),
});
export type OrderSnapshot = z.infer<typeof orderSnapshot>;

/** Session storage: the tab's last order. */
const storageKey = 'ceiba.confirmation';

/** Where storage is refused the confirmation lasts as long as the page. */
let unstored: OrderSnapshot | null = null;

export function keepSnapshot(snapshot: OrderSnapshot): void {
  unstored = snapshot;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(snapshot));
  } catch {
    // Kept in memory above.
  }
}

/** Null when this tab placed no order, or what is stored is not ours. */
export function readSnapshot(): OrderSnapshot | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    const read = orderSnapshot.safeParse(stored);
    return read.success ? read.data : unstored;
  } catch {
    return unstored;
  }
}

export function dropSnapshot(): void {
  unstored = null;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored.
  }
}
