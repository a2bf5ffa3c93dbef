import { clientsOfNetwork, networkOf } from '../platform/client-of.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** So long a wrong code counts, in seconds: an hour, as in `count_gift_card_guesses`. */
export const guessesLastSeconds = 3_600;

const count = statement<
  { is_counted: boolean },
  [client: string, network: string | null, wrong: number, most: number, mostOfNetwork: number]
>('gift-cards.count-guesses', 'select count_gift_card_guesses($1, $2, $3, $4, $5) as is_counted');

/**
 * Counts so many codes that pay nothing for a client (`clientOf`), which may name `most` an hour, and its network twice as many. False: it
 * had named that many before, and is to be told so. Of calls at once each counts those before it, whatever node they reach.
 */
export async function countGuesses(tx: Tx, client: string, wrong: number, most: number): Promise<boolean> {
  const network = networkOf(client);
  const beside = network === client ? null : network;
  const [row] = await count(tx, [client, beside, wrong, most, most * clientsOfNetwork]);
  return row?.is_counted === true;
}

const deleteOld = statement<object, [most: number]>(
  'gift-cards.delete-guesses',
  `delete from gift_card_guesses where ctid = any (array(
     select ctid from gift_card_guesses where failed_at < clock_timestamp() - interval '1 day' order by failed_at limit $1))
   returning 1`,
);

/** Those that count no more, at most so many; answers how many. */
export const deleteOldGuesses = async (tx: Tx, most = 1_000): Promise<number> => (await deleteOld(tx, [most])).length;
