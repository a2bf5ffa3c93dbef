import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { parseRequest, sendRefusal } from '../platform/http.ts';
import { type ChargeAnswer, chargeCard, type Delivery } from './charge-card.ts';
import { amountCentavos, type ChargeRequest, parseChargeRequest } from './charge-request.ts';
import { approvalView, chargeView, paybackView, refusalView } from './charge-views.ts';
import { findChargeById, findChargeByKey, listCharges, type MoneyCharge } from './charges.store.ts';
import { refundCharge, voidCharge } from './pay-back.ts';
import { listPaybacks } from './paybacks.store.ts';

const keyParams = z.strictObject({ key: z.uuid() });
const idParams = z.strictObject({ id: z.uuid() });
const refundBody = z.strictObject({ key: z.uuid(), amountCentavos });
const listQuery = z.strictObject({
  since: z.iso.datetime().default('1970-01-01T00:00:00.000Z'),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export function chargesRoutes(app: FastifyInstance, bank: Bank): void {
  app.post('/charges', (request, reply) => answerCharge(bank, request, reply));

  app.get('/charges', async (request) => {
    const { since, after, limit } = parseRequest(listQuery, request.query);
    const from = new Date(since).toISOString();
    const charges = bank.database.transact((tx) => listCharges(tx, from, after, limit));
    const last = charges.length < limit ? undefined : charges.at(-1);
    return { charges: charges.map(chargeView), next: last === undefined ? null : String(last.seq) };
  });

  app.get('/charges/by-key/:key', async (request, reply) => {
    const { key } = parseRequest(keyParams, request.params);
    return sendCharge(bank, reply, (tx) => findChargeByKey(tx, key));
  });

  app.get('/charges/:id', async (request, reply) => {
    const { id } = parseRequest(idParams, request.params);
    return sendCharge(bank, reply, (tx) => findChargeById(tx, id));
  });

  app.post('/charges/by-key/:key/void', async (request) => {
    const { key } = parseRequest(keyParams, request.params);
    return chargeView(voidCharge(bank, key));
  });

  app.post('/charges/:id/refunds', async (request, reply) => {
    const { id } = parseRequest(idParams, request.params);
    const refund = refundCharge(bank, id, parseRequest(refundBody, request.body));
    return refund.ok ? reply.code(201).send(paybackView(refund.value)) : sendRefusal(reply, refund.error.code);
  });
}

function sendCharge(
  bank: Bank,
  reply: FastifyReply,
  find: (tx: Parameters<typeof findChargeById>[0]) => ReturnType<typeof findChargeById>,
): FastifyReply {
  const found = bank.database.transact((tx) => {
    const charge = find(tx);
    return charge && { ...chargeView(charge), paybacks: listPaybacks(tx, charge.id).map(paybackView) };
  });
  return found === undefined ? sendRefusal(reply, 'CHARGE_NOT_FOUND') : reply.send(found);
}

async function answerCharge(bank: Bank, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const charge = parseChargeRequest(request.body);
  const answer = chargeCard(bank, charge, false);
  if (answer.kind !== 'nothing' || answer.fault !== 'late') return sendAnswer(bank, charge, answer, request, reply);
  request.log.info('charge arrives later');
  // If the bank closes during the delay, nothing is charged.
  if (!(await bank.line.wait(bank.delays.late))) return drop(bank, request, reply);
  const late = chargeCard(bank, charge, true);
  if (late.kind === 'conflict') request.log.info({ code: late.code }, 'late charge refused');
  return sendAnswer(bank, charge, late, request, reply);
}

async function sendAnswer(
  bank: Bank,
  charge: ChargeRequest,
  answer: ChargeAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (answer.kind === 'conflict') return sendRefusal(reply, answer.code);
  if (answer.kind === 'stored') return deliver(bank, charge, answer.charge, answer.delivery, request, reply);
  if (answer.fault === 'processor-error') {
    return reply.code(502).send({ code: 'PAY_PROCESSOR_ERROR', message: 'The processor failed; nothing was charged' });
  }
  bank.line.leaveUnanswered(request, reply);
  return reply;
}

async function deliver(
  bank: Bank,
  request: ChargeRequest,
  charge: MoneyCharge,
  delivery: Delivery,
  httpRequest: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  switch (delivery) {
    case 'answer-lost':
      return drop(bank, httpRequest, reply);
    case 'bad-gateway-charged':
      return reply.code(502).type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>');
    case 'slow':
    case 'very-slow':
      await bank.line.wait(delivery === 'slow' ? bank.delays.slow : bank.delays.verySlow);
      // Reads the charge again: a charge that was voided during the wait must not be reported as approved.
      return sendAnswer(bank, request, chargeCard(bank, request, true), httpRequest, reply);
    default:
      return charge.status === 'refused'
        ? reply.code(402).send(refusalView(charge))
        : reply.code(201).send(approvalView(charge));
  }
}

function drop(bank: Bank, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  bank.line.drop(request, reply);
  return reply;
}
