import { listUnknownCodes } from '@ceiba/contract/desk/unknown-codes';
import { ok } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { listUnknownCodes as listRows } from './unknown-codes.store.ts';

export const deskCodesRoutes = ({ db }: { db: Database }): Route[] => [
  route(listUnknownCodes, async () => {
    const rows = await listRows(db.write);
    const data = rows.map(({ firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    }));
    return ok({ status: 200, data });
  }),
];
