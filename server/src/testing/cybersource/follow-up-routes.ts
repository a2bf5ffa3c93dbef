import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Desk, invalid } from './desk.ts';
import { type BookedTransaction, centavosOf } from './payment-books.ts';

const reference = z.strictObject({ code: z.string().max(50), transactionId: z.string().max(30).optional() });
const amountDetails = z.strictObject({ totalAmount: z.string().regex(/^\d+\.\d\d$/), currency: z.literal('GTQ') });
const voidBody = z.strictObject({ clientReferenceInformation: reference });
const reversalBody = z.strictObject({
  clientReferenceInformation: reference,
  reversalInformation: z.strictObject({ amountDetails, reason: z.string() }),
});
const refundBody = z.strictObject({
  clientReferenceInformation: reference.required(),
  orderInformation: z.strictObject({ amountDetails }),
  merchantDefinedInformation: z.array(z.strictObject({ key: z.string(), value: z.string() })).optional(),
});
const idParams = z.object({ id: z.string() });

const notFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ status: 'NOT_FOUND', reason: 'NOT_FOUND', message: 'The requested resource was not found.' });

const doneAs = (reply: FastifyReply, { id, at, code }: BookedTransaction, status: string): FastifyReply =>
  reply.code(201).send({ id, submitTimeUtc: at.toISOString(), status, clientReferenceInformation: { code } });

/** Routes for voids, reversals and refunds of a payment by its ID. Voids also accept a payment's transaction ID. */
export function followUpRoutes(app: FastifyInstance, { books, jsonOf }: Desk): void {
  const voidCapture = (payment: BookedTransaction, code: string, reply: FastifyReply): FastifyReply => {
    if (payment.taken === 0 || payment.isSettled) return invalid(reply, 'NOT_VOIDABLE');
    payment.taken = 0;
    // This processor releases the hold together with the capture.
    payment.held = 0;
    return doneAs(reply, books.add(code, [{ name: 'ics_void', reasonCode: '100' }]), 'VOIDED');
  };

  app.post('/pts/v2/payments/:id/voids', async (request, reply) => {
    const { code } = voidBody.parse(jsonOf(request)).clientReferenceInformation;
    const payment = books.payment(idParams.parse(request.params).id);
    return payment === undefined ? notFound(reply) : voidCapture(payment, code, reply);
  });

  app.post('/pts/v2/voids', async (request, reply) => {
    const { code, transactionId } = voidBody.parse(jsonOf(request)).clientReferenceInformation;
    const payment = books.all.find((each) => each.transactionId === transactionId);
    return payment === undefined ? invalid(reply, 'INVALID_DATA') : voidCapture(payment, code, reply);
  });

  app.post('/pts/v2/payments/:id/reversals', async (request, reply) => {
    const { clientReferenceInformation, reversalInformation } = reversalBody.parse(jsonOf(request));
    const payment = books.payment(idParams.parse(request.params).id);
    if (payment === undefined) return notFound(reply);
    if (payment.taken > 0 && books.acceptsReversals) {
      const reversal = books.add(clientReferenceInformation.code, [{ name: 'ics_auth_reversal', reasonCode: '100' }]);
      return doneAs(reply, reversal, 'REVERSED');
    }
    if (payment.taken > 0) return invalid(reply, 'TRANSACTION_ALREADY_SETTLED');
    if (payment.held === 0) return invalid(reply, 'AUTH_ALREADY_REVERSED');
    if (centavosOf(reversalInformation.amountDetails.totalAmount) !== payment.held) {
      return invalid(reply, 'INVALID_AMOUNT', ['reversalInformation.amountDetails.totalAmount']);
    }
    payment.held = 0;
    const code = clientReferenceInformation.code;
    return doneAs(reply, books.add(code, [{ name: 'ics_auth_reversal', reasonCode: '100' }]), 'REVERSED');
  });

  app.post('/pts/v2/payments/:id/refunds', async (request, reply) => {
    const { clientReferenceInformation, orderInformation, merchantDefinedInformation } = refundBody.parse(
      jsonOf(request),
    );
    const { code, transactionId } = clientReferenceInformation;
    const payment = books.payment(idParams.parse(request.params).id);
    if (payment === undefined) return notFound(reply);
    const asked = centavosOf(orderInformation.amountDetails.totalAmount);
    if (books.checksAmountFirst && asked > payment.taken) return invalid(reply, 'EXCEEDS_CAPTURED_AMOUNT');
    if (books.hasTransactionId(transactionId)) {
      return invalid(reply, 'INVALID_DATA', ['clientReferenceInformation.transactionId']);
    }
    if (asked > payment.taken) return invalid(reply, 'EXCEEDS_CAPTURED_AMOUNT');
    payment.taken -= asked;
    payment.held = payment.taken;
    const refundedReference = merchantDefinedInformation?.find(({ key }) => key === '1')?.value;
    const refund = books.add(code, [{ name: 'ics_credit', reasonCode: '100' }], {
      transactionId,
      asked,
      refundedReference,
    });
    return doneAs(reply, refund, 'PENDING');
  });
}
