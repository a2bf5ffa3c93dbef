import type { Tx } from '../platform/db/database.ts';
import type { Kind } from './import-kind.ts';
import { maxInNotice, type Notice } from './notices.ts';

/**
 * Codes that look alike to people. They differ only by capitals or leading zeros, or a spreadsheet has shortened one
 * code (`7.5E+12`).
 */

interface Twin {
  key: string;
  row: number;
  twin: string | null;
  /** Null if the twin is a code of the shop. */
  twinRow: number | null;
  isShortened: boolean;
}

/** SQL for a code as people compare it. */
const folded = (text: string): string => `regexp_replace(lower(${text}), '^0+(?=.)', '')`;

const shortForm = `'^\\d([.,]\\d+)?e[+]\\d{1,2}$'`;

/** SQL condition: a spreadsheet shortens a whole number to `s`. */
const roundsTo = (number: string): string =>
  `case when ${number} ~ '^\\d{1,40}$' then round(${number}::numeric, s.decimals - s.exponent) = s.value else false end`;

/**
 * Finds near-identical codes among the new and unknown codes of a file. If the shop has both codes, they are two
 * different objects. `known`: SQL for the shop's codes, as `key`, unless the kind's rows name an object of another
 * kind.
 */
const twinsText = (known: string | undefined): string => `
  with codes as materialized (
    select p.n, p.part, min(r.row_no) as row_no, bool_or(r.outcome in (${known === undefined ? `'wrong'` : `'new', 'wrong'`})) as is_new
    from import_rows r cross join lateral unnest(r.key) with ordinality as p (part, n)
    where r.run_id = $1 and p.part <> '' group by p.n, p.part),
  alike as materialized (select *, ${folded('part')} as folded from codes),
  short as (
    select n, part, row_no, replace(part, ',', '.')::numeric as value, regexp_replace(part, '^.*[+]', '')::integer as exponent,
      coalesce(length((regexp_match(part, '[.,](\\d+)'))[1]), 0) as decimals
    from codes where is_new and part ~* ${shortForm})
  select * from (
    select b.part as key, b.row_no as row, a.part as twin, a.row_no as "twinRow", false as "isShortened"
    from alike a join alike b on a.n = b.n and a.folded = b.folded and a.row_no < b.row_no and a.part <> b.part
    where a.is_new or b.is_new
    union all
    select s.part, s.row_no, o.part, o.row_no, true from short s join codes o on o.n = s.n and ${roundsTo('o.part')}
    union all
    select s.part, s.row_no, null, null, true from short s
    ${
      known === undefined
        ? ''
        : `union all
    select a.part, a.row_no, k.key, null, false from alike a join (${known}) k on ${folded('k.key')} = a.folded and k.key <> a.part
    where a.n = 1 and a.is_new and not exists (select from codes c where c.n = 1 and c.part = k.key)
    union all
    select s.part, s.row_no, k.key, null, true from short s join (${known}) k on ${roundsTo('k.key')} where s.n = 1`
    }
  ) found order by row, twin nulls last limit 200`;

const textOf = ({ key, row, twin, twinRow, isShortened }: Twin): string => {
  const own = `«${key}» (fila ${row})`;
  const short = 'parece un código que la hoja de cálculo acortó: da formato de texto a su columna y escríbelo completo';
  if (twin === null) return `${own} ${short}.`;
  const other = twinRow === null ? `«${twin}», que ya está en la tienda,` : `«${twin}» (fila ${twinRow})`;
  return isShortened
    ? `${own} ${short}; puede ser ${other.replace(/,$/, '')}.`
    : `${own} y ${other} parecen el mismo código: solo cambian mayúsculas o ceros al inicio.`;
};

const allowNestedLoops = (tx: Tx, isAllowed: boolean): Promise<unknown> =>
  tx.run({ text: `set local enable_nestloop = ${isAllowed ? 'on' : 'off'}`, values: [] });

/**
 * Finds keys that look alike among the rows of a run that has been read, each with both rows. The caller has a
 * transaction.
 */
export async function findTwins(tx: Tx, kind: Kind, runId: string): Promise<Notice[]> {
  // Without statistics of the codes, the planner expects a single code. It would compare each of 200,000 codes with each.
  await allowNestedLoops(tx, false);
  const found = await tx.run<Twin>({ text: twinsText(kind.known), values: [runId] });
  await allowNestedLoops(tx, true);
  // A shortened code whose twin was found needs no separate notice.
  const withTwin = new Set(found.flatMap(({ row, twin }) => (twin === null ? [] : [row])));
  const reported = found.filter(({ row, twin }) => twin !== null || !withTwin.has(row));
  return reported.slice(0, maxInNotice * 5).map((twin) => ({
    code: 'TWINS',
    text: textOf(twin),
    rows: [twin.row, ...(twin.twinRow === null ? [] : [twin.twinRow])].toSorted((a, b) => a - b),
  }));
}
