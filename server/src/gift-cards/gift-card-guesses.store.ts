import { clientsOfNetwork, networkOf } from '../platform/client-of.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** Wrong codes in an hour: of one client, and of the whole shop; as declined charges are counted (policies of those names). */
export interface GuessBudget {
  declinesPerAddress: number;
  declinesPerShop: number;
}

/** So long a wrong code counts: an hour, as in the statements here. */
export const guessesLastSeconds = 3_600;

const ask = statement<
  { secret: string; is_spent: boolean; is_alarmed: boolean },
  [client: string, network: string | null, most: number, mostOfNetwork: number, mostOfShop: number]
>(
  'gift-cards.ask-guesses',
  `select value as secret,
     (select count(*) from gift_card_guesses
        where client_key = client_key_of($1) and failed_at > clock_timestamp() - interval '1 hour') >= $3
       or $2::text is not null and (select count(*) from gift_card_guesses
        where network_key = client_key_of($2) and failed_at > clock_timestamp() - interval '1 hour') >= $4 as is_spent,
     (select count(*) from (select from gift_card_guesses
        where failed_at > clock_timestamp() - interval '1 hour' limit $5) g) >= $5 as is_alarmed
   from shop_secrets where name = 'gift-cards'`,
);

const networkBeside = (client: string): string | null => {
  const network = networkOf(client);
  return network === client ? null : network;
};

/**
 * How a client (`clientOf`) stands that is about to name a code, and what codes are known by. `isSpent`: it, or its network, has named too
 * many wrong ones; `isAlarmed`: so has the whole shop, and nobody is told anything without a proof of the harder kind.
 */
export async function askGuesses(
  tx: Tx,
  client: string,
  budget: GuessBudget,
): Promise<{ secret: string; isSpent: boolean; isAlarmed: boolean }> {
  const { declinesPerAddress: most, declinesPerShop: mostOfShop } = budget;
  const [row] = await ask(tx, [client, networkBeside(client), most, most * clientsOfNetwork, mostOfShop]);
  if (row === undefined) throw new Error('the shop has no secret for gift cards');
  return { secret: row.secret, isSpent: row.is_spent, isAlarmed: row.is_alarmed };
}

const insert = statement<object, [client: string, network: string | null]>(
  'gift-cards.insert-guess',
  'insert into gift_card_guesses (client_key, network_key) values (client_key_of($1), client_key_of($2))',
);

/** Counts a code that pays nothing. */
export const insertGuess = async (tx: Tx, client: string): Promise<void> => {
  await insert(tx, [client, networkBeside(client)]);
};

const count = statement<{ guesses: number }, [most: number]>(
  'gift-cards.count-guesses',
  `select count(*)::integer as guesses from (
     select from gift_card_guesses where failed_at > clock_timestamp() - interval '1 hour' limit $1) g`,
);

/** Wrong codes of the last hour, whoever named them; counted up to `most`. */
export const countGuesses = async (tx: Tx, most: number): Promise<number> => (await count(tx, [most]))[0]?.guesses ?? 0;

const deleteOld = statement<object, [most: number]>(
  'gift-cards.delete-guesses',
  `delete from gift_card_guesses where ctid = any (array(
     select ctid from gift_card_guesses where failed_at < clock_timestamp() - interval '1 day' order by failed_at limit $1))
   returning 1`,
);

/** Those that count no more, at most so many; answers how many. */
export const deleteOldGuesses = async (tx: Tx, most = 1_000): Promise<number> => (await deleteOld(tx, [most])).length;
