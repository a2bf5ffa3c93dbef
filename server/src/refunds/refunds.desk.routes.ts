import { createRefund, type DeskRefund, exportRefunds, getRefund, listRefunds } from '@ceiba/contract/desk/refunds';
import { centavos, fromQuetzales, toQuetzales } from '@ceiba/domain/money/money';
import { readShipmentId } from '@ceiba/domain/orders/shipment';
import { ok, refuse } from '@ceiba/domain/result';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { mayTouch, otherStores } from '../platform/http/places.ts';
import { type Refusal, type Route, route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import { giftCardFault, giveAsGiftCard } from './give-as-gift-card.ts';
import { type DeskRefundRefusal, refundAtDesk } from './refund-at-desk.ts';
import { amountOfRefund } from './refund-figures.ts';
import { type DeskRefundRow, findDeskRefund, refundSource } from './refunds.desk.store.ts';
import { findBuyer } from './refunds.store.ts';

const quetzalesOf = (amount: number): number => toQuetzales(centavos(amount));

const toRefund = (row: DeskRefundRow): DeskRefund => ({
  id: row.id,
  orderNumber: String(row.number),
  amount: toQuetzales(
    amountOfRefund({ ...row, pointsAmount: row.points_amount, giftCardAmount: row.gift_card_amount }),
  ),
  to: row.destination,
  state: row.state,
  reason: row.reason,
  by: row.by,
  createdAt: row.created_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
  money: quetzalesOf(row.amount),
  points: quetzalesOf(row.points_amount),
  giftCards: quetzalesOf(row.gift_card_amount),
  shipping: quetzalesOf(row.shipping),
  donation: quetzalesOf(row.donation),
  goodwill: row.goodwill / 100,
  reference: row.reference,
  refusal: row.refusal_code,
  lines: row.lines.map((line) => ({ ...line, amount: quetzalesOf(line.amount) })),
});

const toRefusal = async (
  tx: Tx,
  refused: DeskRefundRefusal,
  orderNumber: string,
): Promise<
  Refusal<
    | 'ORDER_NOT_FOUND'
    | 'FORBIDDEN'
    | 'VERSION_CONFLICT'
    | 'REFUND_EXCEEDS_CAPTURED'
    | 'TRANSITION_NOT_ALLOWED'
    | 'VALIDATION_ERROR'
  >
> => {
  if (refused.code === 'VERSION_CONFLICT') {
    const message = 'Alguien más cambió esta orden, o reembolsó algo de ella. Revisa lo que queda.';
    const of = { entity: 'orders', entityId: orderNumber, current: { version: refused.version } };
    return { ...(await versionConflict(tx, { ...of, conflicts: ['lines'] })), message };
  }
  if (refused.code === 'TRANSITION_NOT_ALLOWED') return { code: refused.code, metadata: { allowed: ['cancel'] } };
  if (refused.code === 'OTHER_STORES')
    return otherStores(refused.title === null ? 'La orden' : `«${refused.title}»`, 'orders.refund');
  if (refused.code === 'SHIPMENT_NEEDED') {
    const text = 'Elige de qué envío: una parte no se ha entregado.';
    return { code: 'VALIDATION_ERROR', metadata: { fields: { [`lines.${refused.index}.shipment`]: text } } };
  }
  if (refused.code !== 'UNITS_NOT_LEFT') return refused;
  const which =
    refused.lines.length === 0 ? 'Nada que reembolsar.' : `No quedan tantas unidades: ${refused.lines.join(', ')}.`;
  return { code: 'VALIDATION_ERROR', metadata: { fields: { lines: which } } };
};

/** What the desk gives back of orders, and what it gave (WORK-17, WORK-18). */
export const deskRefundRoutes = ({ db, config }: { db: Database; config: { publicUrl: string } }): Route[] => [
  ...listRoutes({
    db,
    source: refundSource,
    page: listRefunds,
    csv: exportRefunds,
    more: { id: 'r.id' },
    toRow: ({ amount, money, points, giftCards, createdAt, doneAt, ...row }) => ({
      ...row,
      amount: quetzalesOf(Number(amount)),
      money: quetzalesOf(Number(money)),
      points: quetzalesOf(Number(points)),
      giftCards: quetzalesOf(Number(giftCards)),
      createdAt: createdAt instanceof Date ? createdAt.toISOString() : createdAt,
      doneAt: doneAt instanceof Date ? doneAt.toISOString() : null,
    }),
  }),
  route(getRefund, async ({ params: { id } }, { staff }) => {
    const row = await findDeskRefund(db.write, id);
    return row === undefined || !mayTouch(staff, 'some', row.stores)
      ? refuse({ code: 'NOT_FOUND' })
      : ok({ status: 200, data: toRefund(row) });
  }),
  changeRoute(createRefund, db, async ({ tx, body, staff, author, context }) => {
    const { orderNumber, version, reason, to } = body;
    const [shipping, goodwill] = [fromQuetzales(body.shipping), fromQuetzales(body.goodwill)];
    if (!shipping.ok || !goodwill.ok)
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { shipping: 'Hasta dos decimales.' } } });
    const strange = body.lines.findIndex(
      ({ shipment }) => shipment !== undefined && readShipmentId(shipment)?.orderNumber !== orderNumber,
    );
    if (strange >= 0)
      return refuse({
        code: 'VALIDATION_ERROR',
        metadata: { fields: { [`lines.${strange}.shipment`]: 'No es un envío de esta orden.' } },
      });
    const asked = {
      ...{ orderNumber, version, reason, to, actor: author.actor },
      lines: body.lines.map(({ line, quantity, shipment }) => ({
        position: line,
        units: quantity,
        n: shipment === undefined ? undefined : readShipmentId(shipment)?.n,
      })),
      shipping: shipping.value,
      goodwill: goodwill.value,
      mayTouch: (need: 'some' | 'every', places: readonly (string | null)[]) => mayTouch(staff, need, places),
    };
    const shop = { publicUrl: config.publicUrl, policy: context.policy };
    const made = await refundAtDesk(tx, asked);
    if (!made.ok) return refuse(await toRefusal(tx, made.error, orderNumber));
    const { order, refund } = made.value;
    // The order is held by now: nobody corrects its e-mail meanwhile. What is refused is not written.
    if (to === 'giftCard') {
      const buyer = await findBuyer(tx, orderNumber);
      const fault = giftCardFault(buyer, staff);
      if (fault !== null) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { to: fault } } });
      const given = { ...buyer, orderNumber, actor: author.actor, now: author.now };
      if (refund.destination === 'giftCard' && refund.amount > 0) await giveAsGiftCard(tx, refund, given, shop);
    }
    const row = await findDeskRefund(tx, refund.id);
    if (row === undefined) throw new Error('a refund that was written is not there');
    const data = toRefund(row);
    const after = { version: order.version + 1, refund: data.id, amount: data.amount, to: data.to, lines: body.lines };
    const change = { entity: 'orders', entityId: orderNumber, after, reason };
    return ok({ answer: { status: 201, data }, change });
  }),
];
