import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

const claim = statement(
  'returns.claim-files',
  `with claimed as (delete from unclaimed_files where path = any ($2) and not is_unwanted returning path),
   written as (
     insert into return_pictures (return_id, n, path)
     select $1, t.n, t.path from unnest($2::text[]) with ordinality as t (path, n) join claimed using (path))
   select count(*)::int as n from claimed`,
);

/**
 * Records stored files as the pictures of a return. @throws if one of them is gone: it was stored so long ago that the job marked
 * it as unclaimed
 */
export async function attachPictures(tx: Tx, returnId: string, paths: readonly string[]): Promise<void> {
  const [row] = await claim(tx, [returnId, paths]);
  if (row?.n !== paths.length) throw new Error('pictures of a return were taken away before it was written');
}
