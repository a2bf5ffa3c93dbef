import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

const insertMedia = statement(
  'content.insert-media',
  'insert into media (key, width, height) values ($1, $2, $3) on conflict (key) do nothing',
);

/** Records that banners may show a stored picture. */
export const saveBannerPicture = async (
  tx: Tx,
  { key, width, height }: { key: string; width: number; height: number },
): Promise<void> => {
  await insertMedia(tx, [key, width, height]);
};

const lockPlace = statement('content.lock-banners', 'select lock_banners($1)');
const selectPlace = statement(
  'content.banners-of-place',
  `select id::text as id, position from banners where place = $1 and (ends_at is null or ends_at >= now())
   order by position, id for no key update`,
  { id: neverNull() },
);

/**
 * Locks and returns the banners of a place that have not ended, in their order. Until the transaction ends, no other
 * transaction orders them or adds a banner.
 */
export async function lockBanners(tx: Tx, place: string): Promise<{ id: string; position: number }[]> {
  await lockPlace(tx, [place]);
  return selectPlace(tx, [place]);
}

const writePositions = statement(
  'content.order-banners',
  `update banners b set position = w.position from unnest($1::integer[]) with ordinality w (id, position)
   where b.id = w.id and b.position is distinct from w.position`,
);

/** Numbers banners from 1, in the given order. */
export const orderBanners = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await writePositions(tx, [ids.map(Number)]);
};
