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
import { type Captcha, refuseUnproven } from '../captcha/captcha.ts';
import { FilesAway } from '../media/file-store.ts';
import { formRoute, type RequestContext, type Route, route } from '../platform/http/route.ts';
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
    ...formRoute(
      requestReturn,
      ({ body }, context) => refuseReturn(deps, askedOf(body, context)),
      async ({ body }, context) => {
        const requested = await request(deps, askedOf(body, context));
        return requested.ok ? ok({ status: 201, data: { returnNumber: requested.value } }) : requested;
      },
    ),
    refuseFirst: refuseUnproven(deps.captcha),
  },
  // Whoever asks has just asked to return something: the primary is asked.
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
    // Asked again it is canceled already.
    if (isOwn && own.canceled_at !== null) return ok(null);
    return refuse(isOwn ? { code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } } : { code: 'NOT_FOUND' });
  }),
  route(getReturnImage, async ({ params }, { customer }) => {
    const picture = { number: returnNumberOf(params.returnNumber), n: Number(params.image), customerId: customer.id };
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

/** How its buyer is told that it stands; whether its units are decided they see by themselves. */
function statusOf({ approved_at, rejected_at, canceled_at, received_at }: OwnReturnRow): OwnReturn['status'] {
  if (canceled_at !== null) return 'canceled';
  if (rejected_at !== null) return 'rejected';
  if (received_at !== null) return 'received';
  return approved_at === null ? 'requested' : 'approved';
}

const toOwnReturn = (row: OwnReturnRow): OwnReturn => ({
  returnNumber: returnNumberText(row.number),
  status: statusOf(row),
  orderNumber: String(row.order_number),
  productName: row.title,
  productSku: row.sku,
  productsThumbnail: { url: row.picture_url },
  quantity: row.quantity,
  reason: row.reason,
  description: row.description,
  requestedAt: row.requested_at.toISOString(),
  receivedAt: row.received_at?.toISOString() ?? null,
  answer: row.answer,
  sentBack:
    row.sent_back_at !== null && row.sent_back_how !== null
      ? { how: row.sent_back_how, at: row.sent_back_at.toISOString(), isKept: row.is_kept }
      : null,
  images: row.images,
  outcomes: row.outcomes.map(({ fate, quantity, reason, decidedAt }) => ({
    result: fate === 'reject' ? ('rejected' as const) : ('accepted' as const),
    quantity,
    // Of others it is a note of the shop's own.
    reason: fate === 'reject' ? reason : null,
    decidedAt: new Date(decidedAt).toISOString(),
  })),
  refunded: { value: toQuetzales(centavos(row.refunded)), currency: 'GTQ' },
});
