import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { column, type RowOf, statement } from '../platform/db/statement.ts';

/** A points certificate as operators see it. */
export interface PointsOfOrder {
  code: string;
  /** Null if no order uses it. */
  orderNumber: string | null;
  program: string;
  points: number;
  amount: Centavos;
  status: string;
}

type PointsRow = RowOf<typeof selectOfOrder>;

const columns = 'p.code, o.number, p.program, p.points, p.amount, p.status';

const toPoints = ({ number, amount, ...row }: PointsRow): PointsOfOrder => ({
  ...row,
  orderNumber: number === null ? null : String(number),
  amount,
});

const selectUnsettled = statement(
  'points.list-unsettled',
  `select ${columns}, coalesce(p.unsettled_since, p.issued_at) as unsettled_since
   from points_certificates p left join orders o on o.id = p.order_id
   where p.status in ('holding', 'capturing', 'giving_back') order by unsettled_since, p.code limit 500`,
  { status: column<'holding' | 'capturing' | 'giving_back'>() },
);

/** Lists certificates whose points a program still has to take or give back, longest wait first. Returns at most 500. */
export const listUnsettled = async (tx: Tx) =>
  (await selectUnsettled(tx, [])).map(({ unsettledSince: since, ...row }) => ({
    ...{ ...toPoints(row), status: row.status, since },
  }));

const selectOfOrder = statement(
  'points.of-order',
  `select ${columns} from points_certificates p join orders o on o.id = p.order_id where o.number = $1`,
);

/** Finds the points certificate of an order. `orderNumber`: nine digits. Undefined if the order does not exist or has no certificate. */
export async function findPointsOfOrder(tx: Tx, orderNumber: string): Promise<PointsOfOrder | undefined> {
  const [row] = await selectOfOrder(tx, [Number(orderNumber)]);
  return row && toPoints(row);
}

const endAsWrittenOff = statement(
  'points.write-off',
  `update points_certificates set status = 'written_off', settle_after = null
   where code = $1 and status = 'capturing' returning code`,
);

/** Writes off points that the program will never take. Returns false if the points were taken or released in the meantime. */
export const writeOff = async (tx: Tx, code: string): Promise<boolean> =>
  (await endAsWrittenOff(tx, [code])).length === 1;
