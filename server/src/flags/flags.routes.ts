import { getFlags } from '@ceiba/contract/flags';
import { ok } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { listFlags } from './flags.store.ts';

export const flagsRoutes = ({ db }: { db: Database }): Route[] => [
  route(
    getFlags,
    async () => {
      const rows = await listFlags(db.read, []);
      return ok({ flags: Object.fromEntries(rows.map(({ name, enabled }) => [name, enabled])) });
    },
    { caching: { lifeMs: 60_000, tags: () => ['flags'], isOutsideCacheable: true } },
  ),
];
