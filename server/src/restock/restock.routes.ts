import { createHash } from 'node:crypto';
import {
  cancelRestockNotice,
  listRestockNotices,
  requestRestockByEmail,
  requestRestockNotice,
  shownNoticeLimit,
} from '@ceiba/contract/restock';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { isRestockOffered } from '@ceiba/domain/restock/restock';
import { restockByEmailTexts, restockEmailsPerDay } from '@ceiba/domain/restock/restock-by-email';
import { ok, refuse } from '@ceiba/domain/result';
import { type Captcha, requireCaptcha } from '../captcha/captcha.ts';
import { toProduct } from '../catalog/product-card.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type RefusalOf, type Route, route } from '../platform/http/route.ts';
import { addCalls, uncountCall } from '../platform/limits/call-budgets.store.ts';
import { withFactor } from '../platform/limits/rate-limit.ts';
import type { Config } from '../platform/operations/config.ts';
import {
  deleteNotice,
  insertRestockByEmail,
  insertRestockNotice,
  listNotices,
  lockRestockPermission,
  lockWantedProduct,
} from './restock.store.ts';

interface RestockRoutesDeps {
  db: Database;
  captcha: Pick<Captcha, 'redeem'>;
  config: Pick<Config, 'rateLimitFactor'>;
}

/** Counts notices per address and day, by any client. */
const addressBudget = 'restock-of-address';

const hashOf = (email: string): string => createHash('sha256').update(email).digest('base64url');

const countOfAddress = (tx: Tx, email: string, now: Date): Promise<{ calls: number; endsAt: Date }> => {
  const window = { endsAt: new Date(now.getTime() + dayMs), windowMs: dayMs };
  return addCalls(tx, { budget: addressBudget, caller: hashOf(email), calls: 1, now, ...window });
};

const tooMany = (endsAt: Date, now: Date): RefusalOf<typeof requestRestockByEmail> => ({
  code: 'RATE_LIMITED',
  message: restockByEmailTexts.tooMany,
  metadata: { retryAfter: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000)) },
});

export const restockRoutes = ({ db, captcha, config }: RestockRoutesDeps): Route[] => [
  route(requestRestockNotice, ({ params }, { customer, now }) =>
    db.transaction(async (tx) => {
      const mayAsk = await lockRestockPermission(tx, customer.id);
      const product = await lockWantedProduct(tx, params.sku);
      if (product === undefined) return refuse({ code: 'PRODUCT_NOT_FOUND' });
      if (!isRestockOffered(product.salable)) return refuse({ code: 'PRODUCT_IN_STOCK' });
      if (!mayAsk) return refuse({ code: 'RESTOCK_STOPPED' });
      await insertRestockNotice(tx, { productId: product.id, customerId: customer.id }, now);
      return ok({ status: 201, data: { result: true as const } });
    }),
  ),

  {
    ...route(requestRestockByEmail, async ({ body: { sku, email } }, { now }) =>
      db.transaction(async (tx) => {
        const product = await lockWantedProduct(tx, sku);
        if (product === undefined) return refuse({ code: 'PRODUCT_NOT_FOUND' });
        if (!isRestockOffered(product.salable)) return refuse({ code: 'PRODUCT_IN_STOCK' });
        const counted = await countOfAddress(tx, email, now);
        if (counted.calls > withFactor(restockEmailsPerDay, config.rateLimitFactor))
          return refuse(tooMany(counted.endsAt, now));
        // The response reveals nothing about the address. Whether its reader stopped mails is checked only before a mail is sent.
        if (!(await insertRestockByEmail(tx, { productId: product.id, email }, now)))
          await uncountCall(tx, { budget: addressBudget, caller: hashOf(email), endsAt: counted.endsAt });
        return ok({ status: 201, data: { result: true as const } });
      }),
    ),
    refuseFirst: requireCaptcha(captcha),
  },

  route(listRestockNotices, async (_, { customer, now, policy }) => {
    const rows = await listNotices(db.write, customer.id, now, shownNoticeLimit);
    const data = rows.map((row) => {
      const { sku, slug, title, brand, mainImage } = toProduct(row, { now, policy });
      return {
        sku,
        slug,
        title,
        brand,
        mainImage,
        requestedAt: row.requested_at.toISOString(),
        isStopped: row.is_stopped,
      };
    });
    return ok({ status: 200, data });
  }),

  route(cancelRestockNotice, async ({ params }, { customer }) => {
    if (!(await deleteNotice(db.write, customer.id, params.sku))) return refuse({ code: 'PRODUCT_NOT_FOUND' });
    return ok({ status: 200, data: { result: true as const } });
  }),
];
