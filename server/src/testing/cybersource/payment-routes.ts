import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { deliveryOf, judge, type PresentedCard, type Verdict } from './card-fates.ts';
import { type Desk, invalid } from './desk.ts';
import { followUpRoutes } from './follow-up-routes.ts';
import { type BookedTransaction, centavosOf } from './payment-books.ts';
import { searchRoutes } from './search-routes.ts';

const text = (longest: number) => z.string().min(1).max(longest);

const typedCard = z.strictObject({
  number: z.string().regex(/^\d{13,16}$/),
  expirationMonth: z.string().regex(/^(?:0[1-9]|1[0-2])$/),
  expirationYear: z.string().regex(/^20\d\d$/),
  securityCode: z.string().regex(/^\d{3,4}$/),
  type: z.enum(['001', '002', '003']),
});
const savedCard = z.strictObject({
  paymentInstrument: z.strictObject({ id: text(32) }),
  card: z.strictObject({ securityCode: z.string().regex(/^\d{3,4}$/) }),
});

/** Lengths, names and required fields of a sale, as in the API's field reference. Anything else is refused. */
const saleBody = z.strictObject({
  clientReferenceInformation: z.strictObject({ code: text(50), transactionId: text(30) }),
  processingInformation: z.strictObject({
    capture: z.literal(true),
    commerceIndicator: z.enum(['internet', 'vbv', 'spa', 'aesk']),
    authorizationOptions: z.strictObject({ partialAuthIndicator: z.literal(false) }),
  }),
  paymentInformation: z.union([z.strictObject({ card: typedCard }), savedCard]),
  orderInformation: z.strictObject({
    amountDetails: z.strictObject({ totalAmount: z.string().regex(/^\d+\.\d\d$/), currency: z.literal('GTQ') }),
    billTo: z.strictObject({
      firstName: text(60),
      lastName: text(60),
      address1: text(60),
      locality: text(50),
      administrativeArea: text(20),
      country: z.literal('GT'),
      email: z.email().max(255),
    }),
  }),
  installmentInformation: z.strictObject({ totalCount: z.int().min(2).max(99) }).optional(),
  deviceInformation: z.strictObject({ fingerprintSessionId: z.string().regex(/^[\w-]{1,88}$/) }).optional(),
  consumerAuthenticationInformation: z.record(z.string(), z.string()).optional(),
});
type Sale = z.infer<typeof saleBody>;

export function paymentRoutes(app: FastifyInstance, desk: Desk): void {
  app.post('/pts/v2/payments', async (request, reply) => {
    const json = desk.jsonOf(request);
    desk.asked.push(json);
    const read = saleBody.safeParse(json);
    if (!read.success) return invalid(reply, 'INVALID_DATA', fieldsOf(read.error));
    const card = cardOf(desk, read.data);
    if (card === undefined) return invalid(reply, 'INVALID_DATA', ['paymentInformation.paymentInstrument.id']);
    return answerSale(desk, read.data, card, request, reply);
  });
  followUpRoutes(app, desk);
  searchRoutes(app, desk);
}

/** Returns the paths of the invalid fields. For a union, the fields of the branch with the fewest errors, which was probably meant. */
const fieldsOf = (error: z.ZodError): string[] =>
  error.issues.flatMap((issue) =>
    issue.code === 'invalid_union'
      ? (issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? []).map(({ path }) =>
          [...issue.path, ...path].join('.'),
        )
      : [issue.path.join('.')],
  );

function cardOf(desk: Desk, { paymentInformation }: Sale): PresentedCard | undefined {
  if ('paymentInstrument' in paymentInformation) {
    const kept = desk.cardOfToken(paymentInformation.paymentInstrument.id);
    return kept && { ...kept, cvv: paymentInformation.card.securityCode };
  }
  const { number, expirationMonth, expirationYear, securityCode } = paymentInformation.card;
  return { number, expiry: `${expirationMonth}/${expirationYear.slice(2)}`, cvv: securityCode };
}

function answerSale(
  desk: Desk,
  sale: Sale,
  card: PresentedCard,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const delivery = deliveryOf(card.number);
  if (delivery === 'never' || delivery === 'late') {
    if (delivery === 'late') desk.arriveLater(() => void book(desk, sale, card));
    desk.hold(request, reply);
    return reply;
  }
  const booked = book(desk, sale, card);
  if (booked === undefined) return invalid(reply, 'INVALID_DATA', ['clientReferenceInformation.transactionId']);
  if (delivery === 'lost') desk.drop(request, reply);
  if (delivery === 'lost') return reply;
  if (delivery === 'bare-502')
    return reply.code(502).type('text/html').send('<html><body>502 Bad Gateway</body></html>');
  if (delivery === 'server-timeout') return reply.code(502).send({ status: 'SERVER_ERROR', reason: 'SERVER_TIMEOUT' });
  return reply.code(201).send(viewOf(booked.transaction, booked.verdict));
}

/** Books a charge. Undefined if the transaction ID is repeated, because then nothing is charged. */
function book({ books, now }: Desk, sale: Sale, card: PresentedCard) {
  const { code, transactionId } = sale.clientReferenceInformation;
  if (books.hasTransactionId(transactionId)) return undefined;
  const asked = centavosOf(sale.orderInformation.amountDetails.totalAmount);
  const verdict = judge(card, now());
  const held = { all: asked, half: Math.floor(asked / 2), nothing: 0 }[verdict.hold];
  const isTaken = verdict.status === 'AUTHORIZED' || verdict.status === 'PARTIAL_AUTHORIZED';
  const transaction = books.add(
    code,
    [
      { name: 'ics_auth', reasonCode: verdict.reasonCode },
      ...(isTaken ? [{ name: 'ics_bill', reasonCode: '100' } as const] : []),
    ],
    {
      transactionId,
      asked,
      held,
      taken: isTaken ? held : 0,
      plan: sale.installmentInformation?.totalCount ?? 1,
      card: card.number,
    },
  );
  return { transaction, verdict };
}

const viewOf = ({ id, code, held, at }: BookedTransaction, { status, reason }: Verdict) => ({
  _links: { self: { method: 'GET', href: `/pts/v2/payments/${id}` } },
  id,
  submitTimeUtc: `${at.toISOString().slice(0, 19)}Z`,
  status,
  clientReferenceInformation: { code },
  ...(reason === undefined ? {} : { errorInformation: { reason, message: 'Declined' } }),
  ...(held === 0
    ? {}
    : {
        processorInformation: { approvalCode: '888888', responseCode: '100' },
        orderInformation: { amountDetails: { authorizedAmount: (held / 100).toFixed(2), currency: 'GTQ' } },
      }),
});
