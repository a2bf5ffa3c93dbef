import { centavos } from '@ceiba/domain/money/money';
import { averageAfter, landedValue } from '@ceiba/domain/purchases/landed-cost';
import { extraUnits, mayStep, purchaseNumberText, stateAfterReceipt } from '@ceiba/domain/purchases/purchase';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Author, NamedChange } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { receiveGoods } from '../stock/count-goods.store.ts';
import { costChange } from './purchase-view.ts';
import { type FoundPurchase, lockCosts, type PurchaseLine, type ReceiptRow, writeReceipt } from './purchases.store.ts';

/** Units of a product that arrived. */
interface Arrived {
  sku: string;
  /** Units that come into stock. */
  quantity: number;
  rejected: number;
  reason?: string | undefined;
}

type Judged = Result<{ line: PurchaseLine; arrived: Arrived }[], Refusal<'VALIDATION_ERROR'>>;

/** Finds the line of each product that arrived. Units above the ordered quantity need a confirmation (BUY-03). */
function judgeArrived(purchase: FoundPurchase, arrived: readonly Arrived[], takesExtra: boolean): Judged {
  const fields: Record<string, string> = {};
  const judged = arrived.flatMap((each, at) => {
    const line = purchase.lines.find(({ sku }) => sku === each.sku);
    if (line === undefined) {
      fields[`lines.${at}.sku`] = `${each.sku} no está en esta compra: recíbelo sin orden.`;
      return [];
    }
    const extra = extraUnits(line, each.quantity);
    if (extra > 0 && !takesExtra)
      fields[`lines.${at}.quantity`] =
        `De ${line.title} ${extra === 1 ? 'llegó 1 unidad' : `llegaron ${extra} unidades`} más de lo pedido: confírmalo.`;
    return [{ line, arrived: each }];
  });
  return Object.keys(fields).length > 0 ? refuse({ code: 'VALIDATION_ERROR', metadata: { fields } }) : ok(judged);
}

type ReceiveRefusal = Refusal<'VALIDATION_ERROR' | 'TRANSITION_NOT_ALLOWED'>;

interface Received {
  change: NamedChange;
  others: NamedChange[];
}

/**
 * Records a delivery of a locked purchase and updates the average costs (BUY-03, BUY-04). Accepted units are added to the stock
 * by movements that name the purchase and the delivery. Rejected units are not added. Locks goods after the purchase.
 */
export async function receiveArrived(
  tx: Tx,
  purchase: FoundPurchase,
  { lines, note, takesExtra }: { lines: readonly Arrived[]; note: string; takesExtra: boolean },
  { actor, now }: Author,
): Promise<Result<Received, ReceiveRefusal>> {
  if (!mayStep(purchase.state, 'receive'))
    return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { state: purchase.state, allowed: [] } });
  const judged = judgeArrived(purchase, lines, takesExtra);
  if (!judged.ok) return judged;
  const n = purchase.receipts.length + 1;
  const document = `${purchaseNumberText(purchase.id)}/${n}`;
  const accepted = judged.value.filter(({ arrived }) => arrived.quantity > 0);
  const productIds = accepted.map(({ line }) => line.productId).sort((a, b) => a - b);
  const held = await lockCosts(tx, productIds, purchase.storeCode);
  const rows = judged.value.map(({ line, arrived }): ReceiptRow => {
    const { quantity, rejected, reason = null } = arrived;
    const value = quantity === 0 ? null : landedValue(line, quantity);
    const goods = held.get(line.productId);
    const average = goods === undefined || value === null ? null : averageAfter(goods, { units: quantity, value });
    return {
      productId: line.productId,
      quantity,
      rejected,
      reason: rejected > 0 ? reason : null,
      landedValue: value,
      average,
    };
  });
  const moved = accepted.map(({ line, arrived }) => ({
    product: line.productId,
    place: purchase.storeCode,
    quantity: arrived.quantity,
    document,
  }));
  if ((await receiveGoods(tx, moved)) !== moved.length) throw new Error(`${document} was received before`);
  const after = purchase.lines.map(({ productId, quantity, received }) => ({
    quantity,
    received: received + (rows.find((row) => row.productId === productId)?.quantity ?? 0),
  }));
  await writeReceipt(tx, { id: purchase.id, n, note, rows, state: stateAfterReceipt(after) }, { actor, now });
  const count = (name: 'quantity' | 'rejected'): number => rows.reduce((all, row) => all + row[name], 0);
  const costs = rows.flatMap(({ productId, average }) => {
    const goods = held.get(productId);
    return goods === undefined || average === null || average === goods.average
      ? []
      : [costChange(goods.sku, goods.average, centavos(average))];
  });
  const summary = { receipt: n, units: count('quantity'), rejected: count('rejected'), note };
  return ok({
    change: { entity: 'purchases', entityId: purchaseNumberText(purchase.id), after: summary },
    others: costs,
  });
}
