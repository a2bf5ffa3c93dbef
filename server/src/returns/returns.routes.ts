import {
  cancelReturn,
  getReturnImage,
  listReturns,
  type OwnReturn,
  requestReturn,
  returnsPerPage,
} from '@ceiba/contract/returns';
import { buyer } from '@ceiba/domain/actors/actor';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { returnNumberOf, returnNumberText } from '@ceiba/domain/returns/return-window';
import { type Captcha, requireCaptcha } from '../captcha/captcha.ts';
import { FilesAway } from '../media/file-store.ts';
import { type RequestContext, type Route, route } from '../platform/http/route.ts';
import {
  type RequestReturnDeps,
  type ReturnRequestOf,
  refuseReturn,
  requestReturn as request,
} from './request-return.ts';
import { cancelOwnReturn, findOwnPicture, listOwnReturns, type OwnReturnRow } from './returns.store.ts';

interface ReturnsRoutesDeps extends RequestReturnDeps {
  captcha: Pick<Captcha, 'redeem'>;
}

const askedOf = (
  body: ReturnRequestOf['body'],
  { customer, idempotencyKey: requestKey, client, policy, now }: RequestContext & { customer: { id: string } },
): ReturnRequestOf => ({ body, customerId: customer.id, requestKey, client, policy, now });

export const returnsRoutes = (deps: ReturnsRoutesDeps): Route[] => [
  {
    ...route(
      requestReturn,
      async ({ body }, context) => {
        const requested = await request(deps, askedOf(body, context));
        return requested.ok ? ok({ status: 201, data: { returnNumber: requested.value } }) : requested;
      },
      { refuseBeforeFiles: ({ body }, context) => refuseReturn(deps, askedOf(body, context)) },
    ),
    refuseFirst: requireCaptcha(deps.captcha),
  },
  // Reads the primary, because the customer may have requested a return just before.
  route(listReturns, async ({ query }, { customer }) => {
    const before = query.after === undefined ? null : returnNumberOf(query.after);
    const rows = await listOwnReturns(deps.db.write, customer.id, before, returnsPerPage + 1);
    const returns = rows.slice(0, returnsPerPage).map(toOwnReturn);
    return ok({
      status: 200,
      returns,
      next: rows.length > returnsPerPage ? (returns.at(-1)?.returnNumber ?? null) : null,
    });
  }),
  route(cancelReturn, async ({ params }, { customer, now }) => {
    const number = returnNumberOf(params.returnNumber);
    const customerId = customer.id;
    if (await cancelOwnReturn(deps.db.write, { number, customerId, actor: buyer }, now)) return ok(null);
    const [own] = await listOwnReturns(deps.db.write, customerId, number + 1, 1);
    const isOwn = own !== undefined && own.number === number;
    // A repeated call succeeds, because the return is already canceled.
    if (isOwn && own.canceledAt !== null) return ok(null);
    return refuse(isOwn ? { code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } } : { code: 'NOT_FOUND' });
  }),
  route(getReturnImage, async ({ params }, { customer }) => {
    const picture = {
      ...{ returnNumber: returnNumberOf(params.returnNumber), pictureNumber: Number(params.image) },
      customerId: customer.id,
    };
    const path = await findOwnPicture(deps.db.write, picture);
    if (path === undefined) return refuse({ code: 'NOT_FOUND' });
    try {
      const bytes = await deps.files.read(path);
      if (bytes === undefined) return refuse({ code: 'NOT_FOUND' });
      const base64 = Buffer.from(bytes).toString('base64');
      return ok({ status: 200, data: { type: 'image/webp' as const, base64 } });
    } catch (error) {
      if (error instanceof FilesAway) return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
      throw error;
    }
  }),
];

/** The status that the buyer sees. The outcomes of its units are shown separately. */
function statusOf({ approvedAt, rejectedAt, canceledAt, receivedAt }: OwnReturnRow): OwnReturn['status'] {
  if (canceledAt !== null) return 'canceled';
  if (rejectedAt !== null) return 'rejected';
  if (receivedAt !== null) return 'received';
  return approvedAt === null ? 'requested' : 'approved';
}

const toOwnReturn = (row: OwnReturnRow): OwnReturn => ({
  returnNumber: returnNumberText(row.number),
  status: statusOf(row),
  orderNumber: String(row.orderNumber),
  productName: row.title,
  productSku: row.sku,
  productsThumbnail: { url: row.pictureUrl },
  quantity: row.quantity,
  reason: row.reason,
  description: row.description,
  requestedAt: row.requestedAt.toISOString(),
  receivedAt: row.receivedAt?.toISOString() ?? null,
  answer: row.answer,
  sentBack:
    row.sentBackAt !== null && row.sentBackHow !== null
      ? { how: row.sentBackHow, at: row.sentBackAt.toISOString(), isKept: row.isKept }
      : null,
  images: row.images,
  outcomes: row.outcomes.map(({ fate, quantity, reason, decidedAt }) => ({
    result: fate === 'reject' ? ('rejected' as const) : ('accepted' as const),
    quantity,
    // For accepted units the reason is an internal note of the shop.
    reason: fate === 'reject' ? reason : null,
    decidedAt: new Date(decidedAt).toISOString(),
  })),
  refunded: { value: toQuetzales(centavos(row.refunded)), currency: 'GTQ' },
});
