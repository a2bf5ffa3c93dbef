import { listWaitingPoints, writeOffPoints } from '@ceiba/contract/desk/points';
import { toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Refusal, type Route, route } from '../platform/http/route.ts';
import { preparedRoute } from '../platform/http/staff-route.ts';
import { listUnsettled } from './points-accounts.store.ts';
import { findWriteOff, type Programs, type WriteOffRefusal, writeOffPoints as writeOff } from './write-off-points.ts';

const refused = (refusal: WriteOffRefusal): Refusal<'ORDER_NOT_FOUND' | 'TRANSITION_NOT_ALLOWED'> => {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return { code: 'ORDER_NOT_FOUND' };
    case 'NOT_WAITING':
      return { code: 'TRANSITION_NOT_ALLOWED', message: 'Ya no se espera nada de estos puntos.' };
    case 'STILL_HELD':
      return {
        code: 'TRANSITION_NOT_ALLOWED',
        message: 'El programa no dice que los haya soltado: todavía los puede cobrar.',
      };
  }
};

/** "Operación", "Puntos en espera": points that programs still have to take or give back. */
export const deskPointsRoutes = ({ db, programs }: { db: Database; programs: Programs }): Route[] => [
  route(listWaitingPoints, async () => {
    const waiting = await listUnsettled(db.write);
    const data = waiting.map(({ orderNumber, program, points, amount, status, since }) => ({
      ...{ orderNumber, program, points, status, since: since.toISOString() },
      amount: toQuetzales(amount),
    }));
    return ok({ status: 200, data });
  }),
  preparedRoute(
    writeOffPoints,
    db,
    async ({ params: { number } }) => {
      const found = await findWriteOff(db.write, programs, number);
      return found.ok ? found : refuse(refused(found.error));
    },
    async ({ tx, params: { number }, body: { reason }, prepared }) => {
      const written = await writeOff(tx, prepared);
      if (!written.ok) return refuse(refused(written.error));
      const data = { orderNumber: number, amount: toQuetzales(prepared.amount) };
      return ok({ answer: { status: 200, data }, change: { ...written.value, reason } });
    },
  ),
];
