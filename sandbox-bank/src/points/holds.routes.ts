import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { sendRefusal } from '../platform/refusals.ts';
import { parseRequest } from '../platform/requests.ts';
import { closeHold, type HoldStep, holdPoints } from './hold-points.ts';
import { findHold, type PointsHold } from './holds.store.ts';

const holdBody = z.strictObject({ key: z.uuid(), account: z.uuid(), points: z.int().min(1).max(100_000_000) });
const keyParams = z.strictObject({ key: z.uuid() });

export function holdsRoutes(app: FastifyInstance, bank: Bank): void {
  app.post('/points/holds', async (request, reply) => {
    const hold = holdPoints(bank, parseRequest(holdBody, request.body));
    return hold.ok ? reply.code(201).send(holdView(hold.value)) : sendRefusal(reply, hold.error.code);
  });

  app.get('/points/holds/:key', async (request, reply) => {
    const { key } = parseRequest(keyParams, request.params);
    const hold = bank.database.transact((tx) => findHold(tx, key));
    return hold === undefined ? sendRefusal(reply, 'POINTS_HOLD_NOT_FOUND') : holdView(hold);
  });

  const closing = (step: HoldStep) =>
    app.post(`/points/holds/:key/${step}`, async (request, reply) => {
      const { key } = parseRequest(keyParams, request.params);
      const hold = closeHold(bank, key, step);
      return hold.ok ? holdView(hold.value) : sendRefusal(reply, hold.error.code);
    });
  closing('capture');
  closing('release');
  closing('return');
}

function holdView(hold: PointsHold) {
  const { key, status } = hold;
  return status === 'voided' ? { key, status } : { key, status, account: hold.account_id, points: hold.points };
}
