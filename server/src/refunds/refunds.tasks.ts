import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { enqueueNext } from '../jobs/job-queue.ts';
import { type Task, task } from '../jobs/worker.ts';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { type WrittenMail, writeMail } from '../notifications/write-mail.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import type { Database } from '../platform/db/database.ts';
import { findMailedRefund, type MailedRefund } from './mailed-refund.store.ts';
import { orderRefundedMail, refundAtTillMail, refundInMail, unitsCanceledMail } from './refund-mails.ts';
import { sendRefunds } from './send-refunds.ts';

export interface RefundsTaskDeps {
  db: Database;
  gateway: PaymentGateway;
  policy: () => ShopPolicy;
  /** Origin of the shop, for the links and pictures of mails. */
  publicUrl: string;
}

const send = 'send-refunds';
const sendEveryMs = 10_000;

const refundPayload = z.object({ refundId: z.uuid() });

export const refundsTasks = ({ db, gateway, policy, publicUrl }: RefundsTaskDeps): Task[] => {
  /** Makes a task that writes a mail to the buyer about a refund. `compose` returns null if the mail is no longer needed. */
  const mailTask = (name: string, compose: (refund: MailedRefund, shop: MailingShop) => WrittenMail | null): Task =>
    task(name, refundPayload, async ({ refundId }, { now }) => {
      const refund = await findMailedRefund(db.write, refundId);
      // The e-mail is empty if the buyer has closed the account.
      const mail = refund.order.email === '' ? null : compose(refund, { publicUrl, policy: policy() });
      if (mail !== null) await db.transaction((tx) => writeMail(tx, `${name}:${refundId}`, mail, now));
    });
  return [
    // Each run queues the next run. The job's key allows only one waiting run, for any number of nodes.
    task(send, z.looseObject({}), async (_payload, { now, log }) => {
      try {
        await sendRefunds({ db, gateway, log });
      } finally {
        await enqueueNext(db.write, send, new Date(now.getTime() + sendEveryMs));
      }
    }),
    mailTask('units-canceled', (refund, shop) => {
      const { firstName, email, total } = refund.order;
      const mailed = refundInMail(refund, gateway.account);
      return unitsCanceledMail({ ...mailed, firstName, email, total, canceled: refund.lines }, shop);
    }),
    // Runs after a desk user has made a refund.
    mailTask('order-refunded', (refund, shop) => {
      const { firstName, email } = refund.order;
      const mailed = refundInMail(refund, gateway.account);
      return orderRefundedMail({ ...mailed, firstName, email, units: refund.lines, reason: refund.reason }, shop);
    }),
    // Runs after the card's bank has refused a refund. If the refund is done, a till has paid it in the meantime.
    mailTask('refund-at-till', (refund, shop) =>
      refund.state === 'done' ? null : refundAtTillMail({ ...refund.order, amount: refund.amount }, shop),
    ),
  ];
};

/** Queues the job every minute, in case the job that queues itself was lost. */
export const refundsCrontab = `* * * * * ${send} ?jobKey=${send}&jobKeyMode=preserve_run_at`;

/** Queues the first run when a worker starts. */
export const startRefundJobs = (db: Pick<Database, 'write'>, now: Date): Promise<void> =>
  enqueueNext(db.write, send, new Date(now.getTime() + sendEveryMs));
