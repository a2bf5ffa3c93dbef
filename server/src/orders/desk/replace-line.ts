import type { Result } from '@ceiba/domain/result';
import { ok, refuse } from '@ceiba/domain/result';
import { toThumbnailUrl } from '../../catalog/product-card.ts';
import type { MailingShop } from '../../notifications/mail-layout.ts';
import { orderCorrectedMail } from '../../notifications/order-corrected-mail.ts';
import { writeMails } from '../../notifications/write-mail.ts';
import type { Change } from '../../platform/audit/record-change.ts';
import type { Tx } from '../../platform/db/database.ts';
import { neverNull, statement } from '../../platform/db/statement.ts';
import { lockForChange, notAllowed, type OrderEditor, type OrderRefusal } from './change-order.ts';
import { writeOrderFields } from './desk-order.store.ts';

type Outcome = 'replaced' | 'gone' | 'present' | 'spread' | 'unfit' | 'short';

const findProduct = statement(
  'orders.product-of-code',
  `select p.id::text, (select i.media_key from product_images i where i.product_id = p.id order by i.position limit 1) as picture
   from products p where p.id = product_of_code($1)`,
);

const replace = statement(
  'orders.replace-line',
  `select outcome, old_title as former, new_title as title, units, of_units as "all"
   from replace_missing_units($1, $2, $3, $4, $5)`,
  { outcome: neverNull<Outcome>() },
);

/** The message of each outcome except success. */
const refusals: Readonly<Record<Exclude<Outcome, 'replaced'>, string>> = {
  gone: 'La orden no tiene ese renglón.',
  present: 'De ese renglón no falta ninguna unidad, o algo de él ya se reembolsó.',
  spread:
    'Ese renglón va en varios envíos y lleva un descuento que no se puede repartir. Reduce y reembolsa las unidades que faltan.',
  unfit:
    'Ese producto no puede ir en su lugar: tiene que ser otro artículo del mismo vendedor, y el renglón no lleva garantía.',
  short: 'No hay existencias de ese producto para todas las unidades.',
};

interface Replacement {
  orderNumber: string;
  /** `shipmentId`: the shipment with missing units. It may be left out if only one shipment of the line has missing units. */
  asked: { version: number; reason: string; line: number; sku: string; shipmentId?: string | undefined };
}

/** Names a product of a changed line. If other units of the line stay, also returns the number of units. */
const namedUnits = (title: string, units: number, all: number): string => (units < all ? `${units} × ${title}` : title);

/**
 * Replaces the missing units of a line by another product (WORK-08), as support has agreed with the buyer. Units that were found stay. The
 * charge stays the same, and the buyer is mailed.
 */
export async function replaceLineAtDesk(
  tx: Tx,
  { orderNumber, asked }: Replacement,
  editor: OrderEditor,
  shop: MailingShop,
): Promise<Result<Change, OrderRefusal | { code: 'PRODUCT_NOT_FOUND' }>> {
  const found = await lockForChange(tx, orderNumber, asked, editor, { permission: 'orders.edit' });
  if (!found.ok) return found;
  const order = found.value;
  const [product] = await findProduct(tx, [asked.sku]);
  if (product === undefined) return refuse({ code: 'PRODUCT_NOT_FOUND' });
  const shipmentNumber = asked.shipmentId === undefined ? null : Number(asked.shipmentId.split('-')[1]);
  const [done] = await replace(tx, [order.id, shipmentNumber, asked.line, product.id, toThumbnailUrl(product.picture)]);
  if (done === undefined) throw new Error('a line was not replaced');
  const { outcome, former, title, units, all } = done;
  if (outcome !== 'replaced') return refuse({ ...notAllowed([]), message: refusals[outcome] });
  if (former === null || title === null || units === null || all === null)
    throw new Error('a line was replaced, and its units are not named');
  const corrected = {
    before: { product: namedUnits(former, units, all) },
    after: { product: namedUnits(title, units, all) },
  };
  const { now } = editor.author;
  await writeOrderFields(tx, order.id, { corrected }, now);
  const version = order.version + 1;
  if (order.email !== '') {
    const mail = orderCorrectedMail({ number: orderNumber, email: order.email, changed: [mailText] }, shop);
    await writeMails(tx, [{ ...mail, dedupeKey: `order-corrected:${order.id}:${version}` }], now);
  }
  return ok({
    entity: 'orders',
    entityId: orderNumber,
    before: corrected.before,
    after: { ...corrected.after, version },
    reason: asked.reason,
  });
}

const mailText = 'Un producto, por el que acordamos contigo';
