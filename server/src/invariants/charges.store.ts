import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const isCharged = `status = 'approved' and kind in ('Card', 'CardInstallments') and amount > 0`;

const selectCharged = statement<{ id: string }, [after: string, until: string, limit: number, account: string]>(
  'invariants.charged-payments',
  `select id from payments where id > $1 and id < $2 and ${isCharged} and acquirer = $4 order by id limit $3`,
);

/** Payments of cards, charged by this acquirer's account, that our books call approved, between two ids, the oldest first. */
export async function listChargedPayments(
  tx: Tx,
  { after, until, account }: { after: string; until: string; account: string },
  limit: number,
): Promise<string[]> {
  const rows = await selectCharged(tx, [after, until, limit, account]);
  return rows.map(({ id }) => id);
}

const selectStillCharged = statement<{ id: string }, [ids: readonly string[]]>(
  'invariants.still-charged-payments',
  `select id from payments where id = any ($1::uuid[]) and ${isCharged} order by id`,
);

/** Those of some payments that our books call approved. */
export async function filterCharged(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await selectStillCharged(tx, [ids]);
  return rows.map(({ id }) => id);
}

const selectPosition = statement<{ read_until: Date }, [account: string]>(
  'invariants.ledger-position',
  'select read_until from bank_ledger_positions where account = $1',
);

/** Up to when the list of this account was compared without a finding; undefined = it never was. */
export const findLedgerPosition = async (tx: Tx, account: string): Promise<Date | undefined> =>
  (await selectPosition(tx, [account]))[0]?.read_until;

const upsertPosition = statement<object, [account: string, until: Date, settlingMs: number]>(
  'invariants.save-ledger-position',
  `insert into bank_ledger_positions (account, read_until)
   values ($1, least($2, clock_timestamp() - $3::double precision * interval '1 millisecond'))
   on conflict (account) do update set read_until = excluded.read_until`,
);

/** `settlingMs`: what is younger by the database's clock was not believed, whatever the clock of this process says. */
export const saveLedgerPosition = async (tx: Tx, account: string, until: Date, settlingMs: number): Promise<void> => {
  await upsertPosition(tx, [account, until, settlingMs]);
};
