import { listNotices, readNotices as readNoticesCall } from '@ceiba/contract/desk/notices';
import { maxNotices } from '@ceiba/domain/notices/notice-limits';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { toNotice } from './notice-texts.ts';
import { markRead, type NoticeReader, readNotices } from './notices.store.ts';
import { isSnapshot } from './snapshot.ts';

const readerOf = ({ id, permissions, stores }: StaffCaller): NoticeReader => ({
  id,
  permissions: [...permissions],
  stores,
});

export const noticesRoutes = ({ db }: { db: Database }): Route[] => [
  // Reads the primary, because a replica may be behind the snapshot of the previous read.
  route(listNotices, async ({ query: { after } }, { staff }) => {
    if (after !== undefined && !isSnapshot(after))
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { after: 'Valor desconocido.' } } });
    const read = await readNotices(db.write, readerOf(staff), { after: after ?? null, most: maxNotices });
    return ok({ status: 200, data: read.notices.flatMap(toNotice), next: read.next, unread: read.unread });
  }),

  // Marking a notice as read concerns only this person, so the audit gets no row.
  changeRoute(readNoticesCall, db, async ({ tx, body, staff }) => {
    const reader = readerOf(staff);
    await markRead(tx, reader, 'ids' in body ? body.ids : null);
    const { unread } = await readNotices(tx, reader, { after: null, most: maxNotices });
    return ok({ answer: { status: 200, data: { unread } }, change: null });
  }),
];
