import type { NeededPermission, Permission } from '@ceiba/domain/staff/permissions';

/**
 * The declaration of a desk list. The query of its call, its SQL, address, table and CSV are derived from it, and so are the
 * tests of its filters and sorts (OFF-15, OFF-16, OFF-20).
 */
export interface ListColumn {
  label: string;
  /** How the column is shown, and written as CSV. A column with `values` shows those texts. */
  kind: 'text' | 'number' | 'money' | 'moment' | 'date' | 'state' | 'flag' | 'link';
  values?: Readonly<Record<string, string>>;
  /** The text that staff read instead of a stored text, on the screen and in the CSV. Without such a text, the stored text is shown. */
  wordsOf?: (stored: string) => string;
  /** True if the table gives the column a third of its width, because its texts are long. */
  isWide?: true;
  /** True if the table hides the column until a person chooses it. */
  isHidden?: true;
  /** True for personal data, whose export needs `customers.export` (OFF-20). */
  isPersonal?: true;
  /** An amount that needs a permission, such as `costs.read`. */
  permission?: Permission;
  /** True for a name that consists of digits. It is never cut. */
  isNumber?: true;
  /** True for an amount of an order. Only people who may see order amounts see it (`seesAmounts`, §0.3). */
  isAmount?: true;
}

/** An offer that some shops do not have. The desk mentions it only in shops that have it (record 0096). */
export type Offered = 'points' | 'installments';

export type ListFilter = ListFilterKind & {
  /** The filter is shown only in a shop with this offer. */
  needs?: Offered;
  /** Like `needs`, for single values of a choice. */
  valueNeeds?: Readonly<Record<string, Offered>>;
};

type ListFilterKind =
  | { kind: 'choice'; label: string; values: Readonly<Record<string, string>> }
  /** `{name}From` and `{name}To`, with both limits included. */
  | { kind: 'dates' | 'amounts'; label: string }
  | { kind: 'flag'; label: string }
  /** `names`: accepts names and codes, and suggests both. */
  | { kind: 'text'; label: string; names?: NameKind };

/** Kinds with codes and names, and the permissions to read them. */
export const nameReaders = {
  /** Stores and the warehouse. */
  place: 'signedIn',
  /** Stores and the warehouse that are not retired. */
  store: 'signedIn',
  /** Departments by number. */
  department: 'signedIn',
  /** Municipalities by name, with their departments: "Mixco (Guatemala)". */
  municipality: 'signedIn',
  courier: ['shipments.read', 'shipments.send', 'cash.read'],
  /** The courier of a shipment, by name or code. */
  carrier: ['shipments.read', 'cash.read'],
  /** The courier or the store that handed a shipment to its buyer, by name. */
  deliverer: ['shipments.read', 'cash.read'],
  seller: ['orders.read', 'catalog.read'],
  /** Suppliers by number, retired ones included. */
  supplier: 'purchases.read',
  assignee: 'orders.read',
  /** Desk users by their e-mail, without disabled ones. */
  staffEmail: 'advisors.edit',
  role: 'staff.edit',
  /** Brands that are not retired, by number. */
  brand: 'catalog.read',
  /** Categories by number, with their titles from the root: "Audio › Bocinas". */
  category: 'catalog.read',
  /** Categories by path, as a product names its category. */
  categoryPath: 'catalog.read',
  /** Names in the audit: people, commands, tokens. */
  actor: 'audit.read',
  operation: 'audit.read',
  entity: 'audit.read',
} as const satisfies Readonly<Record<string, NeededPermission>>;

export type NameKind = keyof typeof nameReaders;

const isNameKind = (text: string): text is NameKind => Object.hasOwn(nameReaders, text);
export const nameKinds: readonly NameKind[] = Object.keys(nameReaders).filter(isNameKind);

/** Maximum number of names in the response for one kind of filter. */
export const maxNames = 1_000;

export interface ListDeclaration {
  /** The resource in the address: `/v1/admin/{name}`. */
  readonly name: string;
  readonly title: string;
  readonly slice: string;
  readonly permission: NeededPermission;
  /** The column with the row's own name, which links to the row's page. */
  readonly id: string;
  readonly columns: Readonly<Record<string, ListColumn>>;
  readonly filters: Readonly<Record<string, ListFilter>>;
  /** Names of columns. The first is the default order. `-` means descending. */
  readonly sorts: readonly [string, ...string[]];
  /** True if the CSV has every column that the person may read, not only the columns of the table. */
  readonly exportsAll?: true;
  /** The things that the list's search finds, as text. A list without this text cannot be searched. */
  readonly search?: string;
}

export const pageSizes = [25, 50, 100] as const;

/** Up to this number, rows are counted exactly (OFF-15). */
export const countedRows = 10_000;

/** Maximum length of the words in a search or a text filter, in characters. */
export const listWordsMaxLength = 100;

/** The query of a list: its filters, `q`, `sort`. Any other key is refused with its name. */
export interface ListQuery {
  readonly [filter: string]: unknown;
  q?: string | undefined;
  sort?: string | undefined;
  after?: string | undefined;
  limit?: number | undefined;
}

/** Keeps the names of columns and filters as literal types. */
export const declareList = <const L extends ListDeclaration>(list: L): L => list;
