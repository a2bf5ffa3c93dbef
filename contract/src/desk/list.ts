import type { NeededPermission, Permission } from '@ceiba/domain/staff/permissions';

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
  /** A table hides the column until a person chooses it. */
  isHidden?: true;
  /** Personal: its export takes `customers.export` (OFF-20). */
  isPersonal?: true;
  /** Money that not everybody sees, as `costs.read`. */
  permission?: Permission;
  /** A name of digits, which is never cut. */
  isNumber?: true;
  /** An amount of an order: shown to people who see its amounts (`seesAmounts`, §0.3). */
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

/** Kinds that have codes and names, and the permissions that read them. */
export const nameReaders = {
  /** Stores and the warehouse. */
  place: 'signedIn',
  courier: ['shipments.read', 'shipments.send', 'cash.read'],
  /** The courier of a shipment, by name or code. */
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
  /** The column with a row's own name; it leads to the row's page. */
  readonly id: string;
  readonly columns: Readonly<Record<string, ListColumn>>;
  readonly filters: Readonly<Record<string, ListFilter>>;
  /** Names of columns. The first is the order where none is asked for, `-` from the highest. */
  readonly sorts: readonly [string, ...string[]];
  /** The things that its search finds, in words; without them the list has no search. */
  readonly search?: string;
}

export const pageSizes = [25, 50, 100] as const;

/** Rows that are counted exactly (OFF-15). */
export const countedRows = 10_000;

/** Characters of the words that a search or a text filter takes. */
export const listWordsMaxLength = 100;

/** The query of a list: its filters, `q`, `sort`; anything else is refused by its name. */
export interface ListQuery {
  readonly [filter: string]: unknown;
  q?: string | undefined;
  sort?: string | undefined;
  after?: string | undefined;
  limit?: number | undefined;
}

/** `declareList` keeps names of columns and filters as types. */
export const declareList = <const L extends ListDeclaration>(list: L): L => list;
