import { jobActor } from '@ceiba/domain/actors/actor';
import { civilDate, dayMs } from '@ceiba/domain/dates/civil-date';
import { holidaysOf } from '@ceiba/domain/dates/holidays';
import { isCanceledOrUndelivered } from '@ceiba/domain/orders/order';
import { pickupReminderDays } from '@ceiba/domain/orders/shipment';
import { shipmentDue } from '@ceiba/domain/orders/shipment-limits';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import { shipmentLostMail } from '../notifications/shipment-lost-mail.ts';
import { pickupMail, shipmentSentMail, unitsMissingMail } from '../notifications/shipment-mails.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import type { Database } from '../platform/db/database.ts';
import { findMailedRefund } from '../refunds/mailed-refund.store.ts';
import { refundInMail } from '../refunds/refund-mails.ts';
import { listUndated, markLate, saveDue } from './late-shipments.store.ts';
import { mailLateShipments } from './mail-late-shipments.ts';
import { moveShipment } from './move-shipment.ts';
import { findMailedShipment, remindPickups } from './shipment-mails.store.ts';
import { findLostShipment, listMailedShipments } from './shipment-moves.store.ts';

export interface ShipmentsTaskDeps {
  db: Database;
  gateway: Pick<PaymentGateway, 'account'>;
  policy: () => ShopPolicy;
  /** Origin of the shop, for links in mails. */
  publicUrl: string;
}

/** Number of shipments per statement. */
const portion = 500;

/**
 * Sets the time limit of each shipment in its state. Then marks shipments that have stayed too long and notifies the responsible
 * staff. Returns their number. `publicUrl`: origin of the shop, for the mail's link. Null sends no mail, for example while a shop
 * is being loaded.
 */
export async function markLateShipments(
  db: Database,
  { publicUrl, policy }: { publicUrl: string | null; policy: ShopPolicy },
  now: Date,
): Promise<number> {
  const holidays = holidaysOf(policy);
  const bounds = { opens: policy.pickupOpensAt, closes: policy.pickupClosesAt };
  await inBatches(async () => {
    const undated = await listUndated(db.write, portion);
    if (undated.length > 0) {
      const dated = undated.map(({ hours, exceptions, promisedOn, isDigital, ...shipment }) => {
        if (isDigital) return { ...shipment, due: null };
        const day = promisedOn === null ? null : civilDate(promisedOn);
        const store = { hours, exceptions, bounds: hours.length === 0 ? bounds : wholeDay, holidays };
        return { ...shipment, due: shipmentDue({ ...shipment, promisedOn: day }, policy, store) };
      });
      await saveDue(db.write, dated);
    }
    return undated.length === portion ? portion : 0;
  });
  return inBatches(() =>
    db.transaction(async (tx) => {
      const late = await markLate(tx, now, portion);
      if (late.length > 0 && publicUrl !== null) await mailLateShipments(tx, late, { publicUrl, policy }, now);
      return late.length;
    }),
  );
}

const wholeDay = { opens: 0, closes: 1_440 };

const named = z.object({ shipment: z.string() });

export const shipmentsTasks = ({ db, gateway, policy, publicUrl }: ShipmentsTaskDeps): Task[] => [
  task('shipment-left', named, async ({ shipment: id }, { now }) => {
    const shipment = await findMailedShipment(db.write, id);
    // The buyer closed the account, or the shipment was moved a step back. In the second case, the mail is sent when it leaves
    // again.
    if (shipment === undefined || shipment.email === '') return;
    const shop = { publicUrl, policy: policy() };
    if (shipment.state === 'at_store') {
      const mail = pickupMail(shipment, { isReminder: false }, shop);
      await db.transaction((tx) => writeMail(tx, `pickup:${id}`, mail, now));
    } else if (shipment.state === 'sent') {
      await db.transaction((tx) => writeMail(tx, `shipment-sent:${id}`, shipmentSentMail(shipment, shop), now));
    }
  }),
  task('pickup-reminder', named, async ({ shipment: id }, { now }) => {
    const shipment = await findMailedShipment(db.write, id);
    if (shipment?.state !== 'at_store' || shipment.email === '') return;
    const mail = pickupMail(shipment, { isReminder: true }, { publicUrl, policy: policy() });
    await db.transaction((tx) => writeMail(tx, `pickup-reminder:${id}`, mail, now));
  }),
  task(
    'units-missing',
    named.extend({ line: z.string(), title: z.string(), units: z.coerce.number() }),
    async ({ shipment: id, line, title, units }, { now }) => {
      const shipment = await findMailedShipment(db.write, id);
      if (shipment === undefined || shipment.email === '') return;
      const { orderNumber, email, store } = shipment;
      const missing = { orderNumber, email, title, units, isPickup: store !== null };
      const mail = unitsMissingMail(missing, { publicUrl, policy: policy() });
      await db.transaction((tx) => writeMail(tx, `units-missing:${id}:${line}`, mail, now));
    },
  ),
  // Gift cards are delivered when they are mailed (WORK-02).
  task('gift-cards-mailed', z.object({ orderId: z.uuid() }), async ({ orderId }, { now }) => {
    for (const { orderNumber, shipmentNumber } of await listMailedShipments(db.write, orderId)) {
      const asked = {
        orderNumber,
        choice: { shipmentNumber },
        action: { kind: 'close' },
        actor: jobActor('gift-cards-mailed'),
      } as const;
      const closed = await moveShipment(db, asked, now);
      // If the order was held in the meantime, support closes the shipment. If the order was canceled, nobody has to close it.
      const isOver = closed.ok || ['SHIPMENT_STANDS', 'TRANSITION_NOT_ALLOWED'].includes(closed.error.code);
      if (!isOver) throw new Error(`shipment ${orderNumber}-${shipmentNumber} is not closed: ${closed.error.code}`);
    }
  }),
  task('shipment-lost', z.object({ shipment: z.string() }), async ({ shipment }, { now }) => {
    const lost = await findLostShipment(db.write, shipment);
    if (lost === undefined) return;
    const refund = await findMailedRefund(db.write, lost.refundId);
    const { number: orderNumber, email, status } = refund.order;
    // The e-mail is empty if the buyer has closed the account.
    if (email === '') return;
    const mailed = {
      ...{ ...lost, orderNumber, email, isRestKept: !isCanceledOrUndelivered(status) },
      ...{ refund: refundInMail(refund, gateway.account), lines: refund.lines },
    };
    const mail = shipmentLostMail(mailed, { publicUrl, policy: policy() });
    await db.transaction((tx) => writeMail(tx, `shipment-lost:${shipment}`, mail, now));
  }),
  task('mark-late-shipments', cronPayload, async (_payload, { now, log }) => {
    const late = await markLateShipments(db, { publicUrl, policy: policy() }, now);
    if (late > 0) log.info({ late }, 'shipments that have stayed too long are marked');
  }),
  task('remind-pickups', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - pickupReminderDays * dayMs);
    const reminded = await inBatches(() => remindPickups(db.write, before, now));
    if (reminded > 0) log.info({ reminded }, 'buyers reminded that a shipment waits at its store');
  }),
];

export const shipmentsCrontab = `* * * * * mark-late-shipments ?jobKey=mark-late-shipments&jobKeyMode=preserve_run_at
20 15 * * * remind-pickups`;
