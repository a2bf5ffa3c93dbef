import { randomUUID } from 'node:crypto';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { mailTextOf } from '@ceiba/domain/policies/mail-texts';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import {
  button,
  heading,
  html,
  lead,
  type MailingShop,
  mailFoot,
  mailPage,
  paragraph,
  unsubscribeText,
} from '../notifications/mail-layout.ts';
import { type WrittenMail, writeMail } from '../notifications/write-mail.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { type DueNotice, deleteOldNotices, takeDueNotices } from './restock.store.ts';
import { resumeMs, unsubscribeToken } from './unsubscribe.routes.ts';
import { deleteMailedBefore, findAddressStop, saveUnsubscribeLinks } from './unsubscribes.store.ts';

/** Explains why the mail was sent, and that it is the only one (DEC-143). */
const reasonText =
  'Recibes este correo porque pediste que te avisáramos. No te escribiremos más por este producto, a menos que lo pidas de nuevo.';

/** Composes the mail that a product can be bought again (RST-02, DEC-12), with the address for stopping such mails. */
export function restockMail({ email, product }: DueNotice, shop: MailingShop, unsubscribeUrl: string): WrittenMail {
  const link = `${shop.publicUrl}/${product.slug}`;
  const title = 'Ya está disponible';
  const { policy } = shop;
  const values = { producto: product.title, tienda: policy.shopName };
  const { subject, opening: news } = mailTextOf('restock', policy.mailTexts, values);
  const body = html`
${heading(title)}
${lead(news)}
${button('Ver el producto', link, 12)}
<div style="height:24px;"></div>
${paragraph(reasonText)}`;
  return {
    recipient: email,
    subject,
    html: mailPage({ title, preview: news, ...shop, body, unsubscribeUrl }),
    text: [title, news, link, reasonText, `${unsubscribeText}: ${unsubscribeUrl}`, mailFoot(shop)[0]].join('\n\n'),
    unsubscribeUrl,
  };
}

interface RestockTaskDeps {
  db: Database;
  policy: () => ShopPolicy;
  /** Origin of the shop, for links in the mail. */
  publicUrl: string;
}

/** Number of notices that end in one transaction, each with its mail. */
const batchSize = 100;

/**
 * Ends the notices of products that can be bought again, for one product or for all. Each notice ends together with its one mail
 * (DEC-143).
 */
const notifyRestock = (
  { db, policy, publicUrl }: RestockTaskDeps,
  productId: number | null,
  now: Date,
): Promise<number> =>
  inBatches(() =>
    db.transaction(async (tx) => {
      const due = await takeDueNotices(tx, productId, batchSize);
      if (due.length === 0) return 0;
      const secret = await getShopSecret(tx, 'unsubscribe');
      const mailed = due.map((notice) => {
        // A guest's link belongs to no account. It is stored below like the links of unconfirmed addresses.
        const reader = { email: notice.email, customerId: notice.customerId ?? randomUUID() };
        return { ...notice, readerId: reader.customerId, token: unsubscribeToken(reader, secret) };
      });
      for (const { token, readerId, ...notice } of mailed) {
        const key = `restock:${readerId}:${notice.product.sku}:${notice.createdAt.toISOString()}`;
        const unsubscribeUrl = `${publicUrl}/unsubscribe/${token}`;
        await writeMail(tx, key, restockMail(notice, { publicUrl, policy: policy() }, unsubscribeUrl), now);
      }
      await saveUnsubscribeLinks(
        tx,
        mailed.filter(({ isConfirmed }) => !isConfirmed),
        now,
      );
      return due.length;
    }),
  );

/**
 * For mails that wait to be sent. Returns until when the stop of an address can be undone. Undefined if the address is not
 * stopped. The page's button works for an hour, and undoes stops of the hour before its page (record 0031).
 */
export async function findEndOfStop(tx: Tx, email: string): Promise<Date | undefined> {
  const stoppedAt = await findAddressStop(tx, email);
  return stoppedAt && new Date(stoppedAt.getTime() + 2 * resumeMs);
}

export const restockTasks = (deps: RestockTaskDeps): Task[] => [
  // Queued by the trigger on stock_totals, in the transaction that brought the stock.
  task('tell-restock', z.object({ productId: z.string().regex(/^\d{1,18}$/) }), async ({ productId }, { now, log }) => {
    const mails = await notifyRestock(deps, Number(productId), now);
    if (mails > 0) log.info({ mails }, 'restock mails written');
  }),
  // Handles products that can be bought without a change of stock, because they were listed again or got a price.
  task('tell-all-restocks', cronPayload, async (_payload, { now, log }) => {
    const mails = await notifyRestock(deps, null, now);
    if (mails > 0) log.info({ mails }, 'restock mails written');
  }),
  task('delete-old-restock-notices', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - deps.policy().restockNoticeDays * dayMs);
    const notices = await inBatches(() => deleteOldNotices(deps.db.write, before));
    const outboxBegins = new Date(now.getTime() - deps.policy().mailDays * dayMs);
    const links = await inBatches(() => deleteMailedBefore(deps.db.write, outboxBegins));
    log.info({ notices, links }, 'old restock notices deleted');
  }),
];

export const restockCrontab = `*/10 * * * * tell-all-restocks
50 9 * * * delete-old-restock-notices`;
