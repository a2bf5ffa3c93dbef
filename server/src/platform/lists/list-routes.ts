import type { ListDeclaration, ListQuery } from '@ceiba/contract/desk/list';
import type { ListCsvSpec, ListPageSpec } from '@ceiba/contract/desk/list-calls';
import { foldText } from '@ceiba/domain/orders/order-terms';
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
  /** The source of the rows, which `listRows` and `listPage` read. Or only the list, with a custom reader (record 0071). */
  source: ListSource<L> | { list: L; read: ListReader };
  /** The calls for the list's page and for its CSV. */
  page: ListPageSpec;
  csv: ListCsvSpec;
  /** Fields of a row in addition to the columns, as SQL. */
  more?: Readonly<Record<string, string>>;
  /** Converts a database row to the API's form. Moments may stay dates. Without it, the row has this form. */
  toRow?: (row: Record<string, unknown>, staff: StaffCaller) => object;
}

export interface ListReader {
  page: (query: ListQuery, staff: StaffCaller) => ReturnType<typeof listPage>;
  rows: (query: ListQuery, staff: StaffCaller) => ReturnType<typeof listRows>;
}

const readerOf = <L extends ListDeclaration>({
  db,
  source,
  more,
}: Pick<ListOf<L>, 'db' | 'source' | 'more'>): ListReader =>
  'read' in source
    ? source.read
    : {
        page: (query, staff) => listPage(db.read, source, query, staff, more),
        rows: (query, staff) => listRows(db.read, source, query, staff),
      };

/** Creates the call for the CSV of a list. An export is recorded in the audit (OFF-10). */
export const csvRoute = <L extends ListDeclaration>(of: Pick<ListOf<L>, 'db' | 'source' | 'csv'>): Route => {
  const { db, source } = of;
  const read = readerOf(of);
  return route(of.csv, async ({ query }, context) => {
    // Applies the rule of places now, because the rows are read later, while the file is sent.
    storesSeenBy(context.staff);
    const { columns: asked, ...filters } = query;
    const names = exportColumns(source.list, asked, context.staff);
    if (!names.ok) return refuse(names.error) as never;
    await recordChange(db.write, authorOf(context), {
      operation: of.csv.name,
      entity: source.list.name,
      entityId: 'export',
      // Search words may name a person, so the audit shortens them (record 0073).
      after: { ...filters, ...(filters.q !== undefined && { q: hinted(filters.q) }), columns: names.value },
    });
    context.setHeader('content-disposition', `attachment; filename="${fileNameOf(source.list)}.csv"`);
    return ok(csvLines(source.list, names.value, read.rows(filters, context.staff)));
  });
};

/** Creates the two calls of a list: its page and its CSV. */
export const listRoutes = <L extends ListDeclaration>(of: ListOf<L>): Route[] => {
  const { toRow } = of;
  const read = readerOf(of);
  return [
    route(of.page, async ({ query }, { staff }) => {
      const found = await read.page(query, staff);
      if (!found.ok) return refuse(found.error) as never;
      const { rows, next, total } = found.value;
      return ok({ status: 200, data: rows.map((row) => withMoments(toRow?.(row, staff) ?? row)), next, total });
    }),
    csvRoute(of),
  ];
};

/** Converts a moment to its text, and `infinity` to null. Lists sort a missing moment as `infinity`. */
const withoutDate = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? null : value;
};

const withMoments = (row: object): object =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, withoutDate(value)]));

/** Names the exported file after the list: "Renglones sin existencias" becomes `renglones-sin-existencias`. */
const fileNameOf = ({ title }: { title: string }): string => foldText(title).replace(/[^a-z0-9]+/g, '-');
