import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { DatabaseCall } from '../slice.ts';
import { listSearchCounts } from './search-counts.store.ts';
import { printable } from './search-request.ts';

export const searchesUsage = `ceiba searches [days]                             what people looked for most, and found nothing for; 30 days
`;

const shown = 25;

/** `npm run ceiba -- searches …`; false when it was not understood. */
export async function runSearchesCommand({ db, args, now, say }: DatabaseCall): Promise<boolean> {
  const [days = '30', ...more] = args;
  if (more.length > 0 || !/^[1-9]\d{0,3}$/.test(days)) {
    say(searchesUsage);
    return false;
  }
  const from = addDays(guatemalaDate(now), 1 - Number(days));
  for (const isEmptyOnly of [false, true]) {
    const rows = await listSearchCounts(db.write, { from, isEmptyOnly, limit: shown });
    say(isEmptyOnly ? `\nFound nothing, since ${from}` : `Looked for most, since ${from}`);
    if (rows.length === 0) say('  nothing');
    for (const { words, searches, withoutResult } of rows) {
      say(`${String(isEmptyOnly ? withoutResult : searches).padStart(8)}  ${printable(words)}`);
    }
  }
  return true;
}
