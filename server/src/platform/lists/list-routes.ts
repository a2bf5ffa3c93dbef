import type { ListDeclaration, ListQuery } from '@ceiba/contract/desk/list';
import type { ListCsvSpec, ListPageSpec } from '@ceiba/contract/desk/list-calls';
import { ok, refuse } from '@ceiba/domain/result';
import { hinted, recordChange } from '../audit/record-change.ts';
import type { Database } from '../db/database.ts';
import { storesSeenBy } from '../http/places.ts';
import { type Route, route, type StaffCaller } from '../http/route.ts';
import { authorOf } from '../http/staff-route.ts';
import { csvLines, exportColumns } from './list-csv.ts';
import { type ListSource, listPage, listRows } from './list-source.ts';

interface ListOf<L extends ListDeclaration> {
  db: Database;
  /** Where its rows come from, by `listRows` and `listPage`; or the list alone, whose rows are read in another way (record 0071). */
  source: ListSource<L> | { list: L; read: ListReader };
  /** The calls of its page and its CSV. */
  page: ListPageSpec;
  csv: ListCsvSpec;
  /** Fields of a row besides the columns; texts of SQL. */
  more?: Readonly<Record<string, string>>;
  /** How a row of the database is answered. */
  toRow: (row: Record<string, unknown>, staff: StaffCaller) => object;
}

interface ListReader {
  page: (query: ListQuery, staff: StaffCaller) => ReturnType<typeof listPage>;
  rows: (query: ListQuery, staff: StaffCaller) => ReturnType<typeof listRows>;
}

const readerOf = <L extends ListDeclaration>({ db, source, more }: ListOf<L>): ListReader =>
  'read' in source
    ? source.read
    : {
        page: (query, staff) => listPage(db.read, source, query, staff, more),
        rows: (query, staff) => listRows(db.read, source, query, staff),
      };

/** The two calls of a list. An export is written down (OFF-10). */
export const listRoutes = <L extends ListDeclaration>(of: ListOf<L>): Route[] => {
  const { db, source, toRow } = of;
  const read = readerOf(of);
  return [
    route(of.page, async ({ query }, { staff }) => {
      const found = await read.page(query, staff);
      if (!found.ok) return refuse(found.error) as never;
      const { rows, next, total } = found.value;
      return ok({ status: 200, data: rows.map((row) => toRow(row, staff)), next, total });
    }),
    route(of.csv, async ({ query }, context) => {
      // Its rows are asked for later, while the file is sent.
      storesSeenBy(context.staff);
      const { columns: asked, ...filters } = query;
      const names = exportColumns(source.list, asked, context.staff);
      if (!names.ok) return refuse(names.error) as never;
      await recordChange(db.write, authorOf(context), {
        operation: of.csv.name,
        entity: source.list.name,
        entityId: 'export',
        // The words of a search may name a person (record 0073).
        after: { ...filters, ...(filters.q !== undefined && { q: hinted(filters.q) }), columns: names.value },
      });
      context.setHeader('content-disposition', `attachment; filename="${source.list.name}.csv"`);
      return ok(csvLines(source.list, names.value, read.rows(filters, context.staff)));
    }),
  ];
};
