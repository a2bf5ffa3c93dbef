import type { NeededPermission, Permission } from '@ceiba/domain/staff/permissions';
import { z } from 'zod';
import { endpoint, type StaffEndpointSpec } from '../endpoint.ts';
import { commaList, orNone } from '../shapes.ts';

/**
 * One declaration of each list of the desk: from it come the query of its call, its SQL, its address, its table, its CSV and the tests of its
 * filters and sorts (OFF-15, OFF-16, OFF-20).
 */
export interface ListColumn {
  label: string;
  /** How it is shown, and written as CSV; where there are `values`, by them. */
  kind: 'text' | 'number' | 'money' | 'moment' | 'date' | 'state' | 'flag' | 'link';
  values?: Readonly<Record<string, string>>;
  /** The words that staff read in place of a stored text, on the screen and in the CSV. A text that has none stays as it is. */
  wordsOf?: (stored: string) => string;
  /** Whether a table shows it until a person chooses otherwise. */
  isHidden?: true;
  /** Personal: its export takes `customers.export` (OFF-20). */
  isPersonal?: true;
  /** Money that not everybody sees, as `costs.read`. */
  permission?: Permission;
  /** A name of digits, which is never cut. */
  isNumber?: true;
  /** Of an order: for who sees its amounts (`seesAmounts`, §0.3). */
  isAmount?: true;
}

/** An offer that some shops do not have. The desk names it only in a shop that has it (record 0096). */
export type Offered = 'points' | 'installments';

export type ListFilter = ListFilterKind & {
  /** The filter is shown only where the shop offers this. */
  needs?: Offered;
  /** The same of single values of a choice. */
  valueNeeds?: Readonly<Record<string, Offered>>;
};

type ListFilterKind =
  | { kind: 'choice'; label: string; values: Readonly<Record<string, string>> }
  /** `{name}From` and `{name}To`, both included. */
  | { kind: 'dates' | 'amounts'; label: string }
  | { kind: 'flag'; label: string }
  /** `names`: takes names as well as codes, and offers both. */
  | { kind: 'text'; label: string; names?: NameKind };

/** What has codes and names, and who may read those. */
export const nameReaders = {
  /** Stores and the warehouse. */
  place: 'signedIn',
  courier: ['shipments.read', 'shipments.send', 'cash.read'],
  /** Whoever may have carried a shipment, as it says so itself: a courier, by name or code. */
  carrier: ['shipments.read', 'cash.read'],
  /** Who gave a shipment to its buyer: a courier or a store, by name. */
  deliverer: ['shipments.read', 'cash.read'],
  seller: 'orders.read',
  assignee: 'orders.read',
  role: 'staff.edit',
  /** Who is named in the audit: people, commands, tokens. */
  actor: 'audit.read',
  operation: 'audit.read',
  entity: 'audit.read',
} as const satisfies Readonly<Record<string, NeededPermission>>;

export type NameKind = keyof typeof nameReaders;

const isNameKind = (text: string): text is NameKind => Object.hasOwn(nameReaders, text);
export const nameKinds: readonly NameKind[] = Object.keys(nameReaders).filter(isNameKind);

/** Names that one kind of filter takes, at most so many. */
export const mostNames = 1_000;

export interface ListDeclaration {
  /** The resource in the address: `/v1/admin/{name}`. */
  readonly name: string;
  readonly title: string;
  readonly slice: string;
  readonly permission: NeededPermission;
  /** Of which column a row's own name is; it leads to the row's page. */
  readonly id: string;
  readonly columns: Readonly<Record<string, ListColumn>>;
  readonly filters: Readonly<Record<string, ListFilter>>;
  /** Names of columns. The first is the order where none is asked for, `-` from the highest. */
  readonly sorts: readonly [string, ...string[]];
  /** What its search looks for, in words; without it has none. */
  readonly search?: string;
}

export const pageSizes = [25, 50, 100] as const;

/** Rows that are counted exactly (OFF-15). */
export const countedRows = 10_000;

/** Characters of the words that a search or a text filter takes. */
export const listWordsMaxLength = 100;
const words = z.string().trim().max(listWordsMaxLength);

const bound = (kind: 'dates' | 'amounts') =>
  kind === 'dates' ? z.iso.date() : z.coerce.number().min(0).max(9_999_999);

const filterShape = (name: string, filter: ListFilter): Record<string, z.ZodType> => {
  switch (filter.kind) {
    case 'choice': {
      const values = Object.keys(filter.values);
      return {
        [name]: orNone(
          commaList
            .refine((chosen) => chosen.every((each) => values.includes(each)), { error: 'Valor desconocido.' })
            .optional(),
        ),
      };
    }
    case 'dates':
    case 'amounts':
      return {
        [`${name}From`]: orNone(bound(filter.kind).optional()),
        [`${name}To`]: orNone(bound(filter.kind).optional()),
      };
    case 'flag':
      return {
        [name]: orNone(
          z
            .enum(['true', 'false'])
            .transform((text) => text === 'true')
            .optional(),
        ),
      };
    case 'text':
      return { [name]: orNone(words.optional()) };
  }
};

/** What a list may be asked for: its filters, `q`, `sort`; anything else is refused by its name. */
export interface ListQuery {
  readonly [filter: string]: unknown;
  q?: string | undefined;
  sort?: string | undefined;
  after?: string | undefined;
  limit?: number | undefined;
}

const filtersShape = ({ filters, sorts, search }: ListDeclaration): Record<string, z.ZodType> => ({
  ...Object.assign({}, ...Object.entries(filters).map(([name, filter]) => filterShape(name, filter))),
  sort: orNone(
    z.enum(sorts.flatMap((sort) => (sort.startsWith('-') ? [sort, sort.slice(1)] : [sort, `-${sort}`]))).optional(),
  ),
  ...(search === undefined ? {} : { q: orNone(words.optional()) }),
});

export const listTotal = z.object({ value: z.int(), capped: z.boolean() });

/** The call that answers a page of a list; `row` what it says of each. */
export const listEndpoint = <const N extends string, R extends z.ZodType>(name: N, list: ListDeclaration, row: R) =>
  endpoint({
    name,
    slice: list.slice,
    method: 'GET',
    path: `/v1/admin/${list.name}` as const,
    summary: `Lista: ${list.title}`,
    auth: 'staff',
    permission: list.permission,
    touches: 'places',
    limit: 'staffRead',
    query: z.strictObject({
      ...filtersShape(list),
      after: orNone(z.string().max(300).optional()),
      limit: orNone(
        z.coerce
          .number()
          .pipe(z.union(pageSizes.map((size) => z.literal(size))))
          .optional(),
      ),
    }) as z.ZodObject & z.ZodType<ListQuery, ListQuery>,
    answers: { 200: z.object({ status: z.int(), data: z.array(row), next: z.string().nullable(), total: listTotal }) },
    errors: [],
  } satisfies StaffEndpointSpec);

/** As `listEndpoint` and `exportEndpoint` make them. */
export type ListPageSpec = ReturnType<typeof listEndpoint<string, z.ZodType>>;
export type ListCsvSpec = ReturnType<typeof exportEndpoint<string>>;

/** The call that streams the same rows as CSV: all of them, or those of `ids` (OFF-20). */
export const exportEndpoint = <const N extends string>(name: N, list: ListDeclaration) =>
  endpoint({
    name,
    slice: list.slice,
    method: 'GET',
    path: `/v1/admin/${list.name}/export` as const,
    summary: `CSV: ${list.title}`,
    auth: 'staff',
    permission: list.permission,
    touches: 'places',
    limit: 'staffFile',
    file: 'text/csv',
    query: z.strictObject({ ...filtersShape(list), columns: orNone(commaList.optional()) }) as z.ZodObject &
      z.ZodType<ListQuery & { columns?: string[] }, ListQuery & { columns?: string }>,
    answers: { 200: fileAnswer },
    errors: ['FORBIDDEN'],
  } satisfies StaffEndpointSpec);

/** A file that is streamed or sent whole; never parsed. */
export const fileAnswer = z.custom<Uint8Array | AsyncIterable<Uint8Array | string>>();

/** `declareList` keeps names of columns and filters as types. */
export const declareList = <const L extends ListDeclaration>(list: L): L => list;
