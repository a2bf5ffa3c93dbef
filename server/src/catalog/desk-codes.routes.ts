import { listUnknownCodes, noteScannedCode } from '@ceiba/contract/desk/unknown-codes';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { maySeeStore, storesSeenBy } from '../platform/http/places.ts';
import { type Route, route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { findProductOfCode, listUnknownCodes as listRows, noteUnknownCode } from './unknown-codes.store.ts';

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
  changeRoute(noteScannedCode, db, async ({ tx, body: { code, storeCode: named }, staff, author: { now } }) => {
    if (named !== undefined && !maySeeStore(staff, named)) return refuse({ code: 'STORE_NOT_FOUND' });
    const [only, ...others] = storesSeenBy(staff) ?? [];
    const storeCode = named ?? (others.length === 0 ? (only ?? '') : '');
    const product = (await findProductOfCode(tx, code)) ?? null;
    if (product === null) await noteUnknownCode(tx, { code, storeCode, by: staff.name }, now);
    return ok({ answer: { status: 200, data: { product } }, change: null });
  }),
];
