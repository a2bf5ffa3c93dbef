import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { statement, type Tx } from '../platform/db/database.ts';

/** A certificate as an operator reads it. */
export interface PointsOfOrder {
  code: string;
  /** Null while no order has it. */
  orderNumber: string | null;
  program: string;
  points: number;
  amount: Centavos;
  status: string;
}

interface PointsRow {
  code: string;
  number: number | null;
  program: string;
  points: number;
  amount: number;
  status: string;
}

const columns = 'p.code, o.number, p.program, p.points, p.amount, p.status';

const toPoints = ({ number, amount, ...row }: PointsRow): PointsOfOrder => ({
  ...row,
  orderNumber: number === null ? null : String(number),
  amount: centavos(amount),
});

const selectUnsettled = statement<PointsRow & { unsettled_since: Date }, []>(
  'points.list-unsettled',
  `select ${columns}, coalesce(p.unsettled_since, p.issued_at) as unsettled_since
   from points_certificates p left join orders o on o.id = p.order_id
   where p.status in ('holding', 'capturing', 'giving_back') order by unsettled_since, p.code limit 500`,
);

/** What a program has still to take or to give back, the longest first; at most 500. */
export const listUnsettled = async (tx: Tx): Promise<(PointsOfOrder & { since: Date })[]> =>
  (await selectUnsettled(tx, [])).map(({ unsettled_since: since, ...row }) => ({ ...toPoints(row), since }));

const selectOfOrder = statement<PointsRow, [number: number]>(
  'points.of-order',
  `select ${columns} from points_certificates p join orders o on o.id = p.order_id where o.number = $1`,
);

/** `orderNumber`: nine digits. Undefined: no such order, or without points. */
export async function findPointsOfOrder(tx: Tx, orderNumber: string): Promise<PointsOfOrder | undefined> {
  const [row] = await selectOfOrder(tx, [Number(orderNumber)]);
  return row && toPoints(row);
}

const endAsWrittenOff = statement<{ code: string }, [code: string]>(
  'points.write-off',
  `update points_certificates set status = 'written_off', settle_after = null
   where code = $1 and status = 'capturing' returning code`,
);

/** Nobody takes these points any more; false when they were settled meanwhile. */
export const writeOff = async (tx: Tx, code: string): Promise<boolean> =>
  (await endAsWrittenOff(tx, [code])).length === 1;
