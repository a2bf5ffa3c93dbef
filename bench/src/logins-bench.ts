import { ask } from './ask-database.ts';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { median, percentile, ratio } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';
import { type BenchResult, printed } from './result.ts';
import { allLatencies, type Effort, interleave, type Round, runRound, type Worker } from './rounds.ts';

/** Who log in at once, each from an address of their own. */
const crowd = 100;

/** Who look at pages meanwhile. */
const visitors = 4;

const password = 'Ceiba2026demo';

/** Distinct, and none of anybody who buys in another bench. */
const addressOf = (person: number): string => `10.77.${person >> 8}.${person & 255}`;
const emailOf = (person: number): string => `login${person}@correo.gt`;

/** A login; answers its status. */
const logIn = async (connection: Connection, person: number, body: { email: string; password: string }) => {
  const headers = { 'x-forwarded-for': addressOf(person) };
  return (await connection.send(requestOf('POST', '/v1/auth/login', { headers, body }))).status;
};

/** Accounts by the shop's own call, and its hash for the others: a hundred of them would take longer than what is measured. */
const openAccounts = async (connection: Connection, database: ShopDatabase): Promise<void> => {
  const names = { firstName: 'Luisa', lastName: 'Paz', phone: '55550000' };
  const body = { ...names, email: emailOf(0), password, registerLeal: false, acceptTerms: true };
  const { status } = await connection.send(requestOf('POST', '/v1/auth/register', { body }));
  if (status !== 201) throw new Error(`registering answered ${status}`);
  await ask(
    database,
    `insert into customers (id, email, first_name, last_name, password_hash)
     select gen_random_uuid(), 'login' || n || '@correo.gt', first_name, last_name, password_hash
     from customers, generate_series(1, ${crowd - 1}) n where email = '${emailOf(0)}'`,
  );
};

const expectStatus = (status: number, wanted: number): void => {
  if (status !== wanted) throw new Error(`a login answered ${status} instead of ${wanted}`);
};

/** Pages over HTTP, one after the other. */
const visitor =
  (connection: Connection, path: string): Worker =>
  async () => {
    const { status } = await connection.send(requestOf('GET', path, { headers: { 'accept-encoding': 'br' } }));
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  };

/**
 * How long a wrong password takes for an e-mail that has an account and for one that has none: in turns, each account
 * once, so that nobody is locked out. Milliseconds.
 */
const timeGuesses = async (connection: Connection): Promise<{ known: number[]; unknown: number[] }> => {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let person = 0; person < crowd; person += 1) {
    const kinds = person % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of kinds) {
      const email = kind === 'known' ? emailOf(person) : `nadie${person}@correo.gt`;
      const began = performance.now();
      expectStatus(await logIn(connection, person, { email, password: 'Otra2026' }), 401);
      times[kind].push(performance.now() - began);
    }
  }
  return times;
};

/** "180 × 200, 3 × 503" */
const toldOf = (answers: ReadonlyMap<number, number>): string =>
  [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');

const pageLines = (busy: readonly Round[], quiet: readonly Round[], logins: string): BenchResult[] => {
  const [during, before] = [allLatencies(busy), allLatencies(quiet)];
  return ([0.5, 0.99] as const).map((share) => {
    const [slow, fast] = [percentile(during, share), percentile(before, share)];
    const detail = `page during ${crowd} logins at once ÷ without: ${slow.toFixed(1)} ÷ ${fast.toFixed(1)} ms; the logins got ${logins}`;
    return printed(`logins-page-p${share * 100}`, ratio(slow, fast), detail);
  });
};

/** What a crowd that logs in costs those who look at pages, and whether the time of a login tells who has an account. */
export const benchLogins = async (
  room: BenchRoom,
  database: ShopDatabase,
  productPath: string,
  { rounds, roundMs }: Effort,
): Promise<BenchResult[]> => {
  const shop = await room.startShop({ database });
  const open = await Promise.all(Array.from({ length: crowd + visitors }, () => openConnection(shop.port)));
  const [first] = open;
  if (first === undefined) throw new Error('no connection was opened');
  await openAccounts(first, database);
  const guesses = await timeGuesses(first);
  const answers = new Map<number, number>();
  const people = open.slice(0, crowd).map((connection, person) => async () => {
    const status = await logIn(connection, person, { email: emailOf(person), password });
    // 503: told to come back, as the turn at hashing did not come in time; a busy machine has such.
    if (status !== 503) expectStatus(status, 200);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  });
  const pages = open.slice(crowd).map((connection) => visitor(connection, productPath));
  const pair = await interleave(
    async () => (await Promise.all([runRound(pages, roundMs), runRound(people, roundMs)]))[0],
    () => runRound(pages, roundMs),
    rounds,
  );
  for (const connection of open) connection.close();
  await shop.stop();
  const [known, unknown] = [median(guesses.known), median(guesses.unknown)];
  return [
    ...pageLines(pair.first, pair.second, toldOf(answers)),
    printed(
      'logins-timing',
      ratio(known, unknown),
      `wrong password of a known e-mail ÷ of an unknown one, medians of ${crowd} pairs: ${known.toFixed(1)} ÷ ${unknown.toFixed(1)} ms`,
    ),
  ];
};
