import { shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { lateQueues } from '@ceiba/domain/orders/shipment';
import { linkPart, type MailingShop, mailOf, textPart } from '../notifications/mail-layout.ts';
import { type WrittenMail, writeMails } from '../notifications/write-mail.ts';
import type { Tx } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import { listActiveStaff } from '../staff/members.store.ts';
import type { LateShipment } from './late-shipments.store.ts';

/** Composes a mail that lists late shipments by state. */
export function lateMail(recipient: string, late: readonly LateShipment[], shop: MailingShop): WrittenMail {
  const byState = Map.groupBy(late, ({ state }) => state);
  const [only, ...others] = late;
  const isOne = only !== undefined && others.length === 0;
  const query = new URLSearchParams({ late: 'true', state: [...byState.keys()].join(',') });
  return mailOf(
    {
      recipient,
      subject: isOne ? `Atrasado: envío ${only.id}` : `Atrasados: ${late.length} envíos`,
      news: isOne ? 'Pasó su límite y espera en tu cola.' : 'Pasaron su límite y esperan en tu cola.',
      parts: [
        ...[...byState].map(([state, shipments]) =>
          textPart(
            shipmentStateLabels[state],
            shipments.map(({ id, storeName }) => (storeName === null ? id : `${id} · ${storeName}`)),
          ),
        ),
        linkPart('Ver los atrasados', `${shop.publicUrl}/admin/preparacion?${query}`),
      ],
    },
    shop,
  );
}

/**
 * Writes one mail to each responsible person, with all late shipments of their places (WORK-04). Runs in the transaction that
 * marks the shipments, so each passed limit is reported once.
 */
export async function mailLateShipments(
  tx: Tx,
  late: readonly LateShipment[],
  shop: MailingShop,
  now: Date,
): Promise<void> {
  const staff = await listActiveStaff(tx);
  const mails = staff.flatMap(({ id, email, permissions, stores }) => {
    const own = late.filter(({ state, place }) => {
      const queue = lateQueues[state];
      return queue !== undefined && permissions.includes(queue) && maySeeStore({ stores }, place);
    });
    return own.length === 0
      ? []
      : [{ ...lateMail(email, own, shop), dedupeKey: `late-shipments:${id}:${now.getTime()}:${own[0]?.id}` }];
  });
  await writeMails(tx, mails, now);
}
