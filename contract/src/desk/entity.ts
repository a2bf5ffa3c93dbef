import type { NeededPermission, Permission } from '@ceiba/domain/staff/permissions';
import type { Field, ValueOf } from './fields.ts';
import type { ListColumn, ListDeclaration, ListFilter } from './list.ts';

/**
 * A simple entity of the desk, declared once (record 0130). Its calls, list, SQL statements, CSV, pages, audit texts, files and
 * tests come from the declaration. It is one table without child lists. Its further actions are written by hand.
 */
export interface EntityDeclaration {
  /** The resource in the address (`/v1/admin/{name}`), and the entity in the audit. */
  readonly name: string;
  readonly slice: string;
  /** Names in its calls: `listBrands`, `exportBrands`, `getBrand`, `createBrand`, `changeBrand`, `removeBrand`. */
  readonly calls: readonly [one: string, many: string];
  readonly words: EntityWords;
  readonly permissions: { readonly read: NeededPermission; readonly edit: Permission };
  /** True if people who are limited to stores may read the entity, too, because its names are not secret at the desk. */
  readonly isForAll?: true;
  /** The field that identifies a row in its address and in the audit: a declared field, or the database's `id`. */
  readonly key: string;
  /** The field that people use as the name of a row. */
  readonly title: string;
  readonly fields: Readonly<Record<string, EntityField>>;
  readonly list: EntityList;
  /** True if a person may remove a row permanently. */
  readonly canRemove?: true;
}

interface EntityWords {
  /** "marca", "marcas". */
  readonly one: string;
  readonly many: string;
  readonly isFeminine: boolean;
  /** A text above the entity's form. */
  readonly note?: string;
}

export type EntityField = Field & {
  /**
   * `once`: entered for a new row, and then fixed. `never`: the database computes it. If absent, the field may change.
   */
  editable?: 'once' | 'never';
  /** The value of an empty field in a new row: as calls send it, or computed by the table. */
  default?: string | number | boolean | 'computed';
  /** True if only lists show the field, because the form shows it in another way. */
  isListed?: true;
  /** True if the desk offers "Deshacer" after a change of only this field (OFF-22). For flags it always does. */
  isSafe?: true;
  /** The hint in the form of a new row, if an empty field has a special meaning there. */
  newHint?: string;
  /** The heading in files. Files omit a field without a heading. */
  file?: string;
  /** The example cell in the template of files, if the shop has no row yet (BULK-10). */
  example?: string;
};

interface EntityList {
  /** Columns that are shown by default. A person can add the other fields. */
  readonly columns: readonly [string, ...string[]];
  /** Fields with a filter, according to their kind: words, flags, moments, amounts. */
  readonly filters?: readonly string[];
  /** The first is the default order. `-` means descending. */
  readonly sorts: readonly [string, ...string[]];
  /** The hint in the search box. An entity without a hint cannot be searched. */
  readonly search?: string;
}

type FieldsOf<E extends EntityDeclaration> = E['fields'];
type FieldName<E extends EntityDeclaration> = keyof FieldsOf<E> & string;
type Sorted<N extends string> = N | `-${N}`;

type NamesWhere<F, Shape> = { [N in keyof F]: F[N] extends Shape ? N : never }[keyof F] & string;

/** Fields that a list can filter by. There are no filters of numbers, and filters of days compare moments. */
export type FilterName<E extends EntityDeclaration> = Exclude<
  FieldName<E>,
  NamesWhere<FieldsOf<E>, { kind: 'whole' | 'decimal' | 'percent' | 'day' | 'hours' | 'exceptions' | 'blocks' }>
>;

/**
 * Fields that a list can sort by. The cursor of the next page contains the sort value. Therefore optional numbers and fractions
 * are excluded.
 */
export type SortName<E extends EntityDeclaration> = Exclude<
  FieldName<E>,
  | NamesWhere<FieldsOf<E>, { kind: 'decimal' | 'percent' | 'hours' | 'exceptions' | 'blocks' }>
  | NamesWhere<FieldsOf<E>, { kind: 'whole' | 'money' | 'flag'; isOptional: true }>
>;

/** Names in a list's columns, filters and sorts must be declared fields of a suitable kind. A wrong name does not compile. */
type Checked<E extends EntityDeclaration> = {
  readonly key: FieldName<E> | 'id';
  readonly title: NamesWhere<FieldsOf<E>, { kind: 'text' }>;
  readonly list: {
    readonly columns: readonly [FieldName<E>, ...FieldName<E>[]];
    readonly filters?: readonly FilterName<E>[];
    readonly sorts: readonly [Sorted<SortName<E>>, ...Sorted<SortName<E>>[]];
  };
};

export const declareEntity = <const E extends EntityDeclaration>(entity: E & Checked<E>): E => entity;

/** Fields that a person enters for a new row. */
export type TypedName<E extends EntityDeclaration> = Exclude<
  FieldName<E>,
  NamesWhere<FieldsOf<E>, { editable: 'never' }>
>;
/** Fields that may change later. */
export type EditableName<E extends EntityDeclaration> = Exclude<
  TypedName<E>,
  NamesWhere<FieldsOf<E>, { editable: 'once' }>
>;
/** Fields that a new row may omit. */
type SpareName<E extends EntityDeclaration> = NamesWhere<FieldsOf<E>, { isOptional: true } | { default: unknown }>;

type Values<E extends EntityDeclaration, N extends FieldName<E>> = {
  [K in N]: FieldsOf<E>[K] extends EntityField ? ValueOf<FieldsOf<E>[K]> : never;
};

/** A row of an entity in responses. */
export type EntityRow<E extends EntityDeclaration> = Values<E, FieldName<E>> &
  (E['key'] extends 'id' ? { id: string } : unknown) & { version: number };

/** A row of an entity in its list. */
export type ListedRow<E extends EntityDeclaration> = Omit<EntityRow<E>, NamesWhere<FieldsOf<E>, { kind: 'blocks' }>>;

/** The fields of a new row in a call. */
export type NewEntity<E extends EntityDeclaration> = Values<E, Exclude<TypedName<E>, SpareName<E>>> &
  Partial<Values<E, TypedName<E> & SpareName<E>>>;

/** The fields of a change in a call. */
export type EntityChange<E extends EntityDeclaration> = Partial<Values<E, EditableName<E>>>;

/** A row of an unknown entity. */
export type AnyRow = Readonly<Record<string, unknown>> & { readonly version: number };

export const isTyped = ({ editable }: EntityField): boolean => editable !== 'never';
export const isEditable = ({ editable }: EntityField): boolean => editable === undefined;

/** Returns whether a new row may omit the field. */
export const mayBeAbsent = ({ isOptional, default: otherwise }: EntityField): boolean =>
  isOptional === true || otherwise !== undefined;

export const fieldsWhere = (
  { fields }: EntityDeclaration,
  isMeant: (field: EntityField) => boolean,
): [name: string, field: EntityField][] => Object.entries(fields).filter(([, field]) => isMeant(field));

/** Returns the fields that a list reads: all except blocks, which may be long. */
export const listedNames = (entity: EntityDeclaration): string[] =>
  fieldsWhere(entity, ({ kind }) => kind !== 'blocks').map(([name]) => name);

/** Returns "Marca" or "Marcas". */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Returns the texts of an entity's buttons and titles, and of finished actions. */
export const wordsOf = ({ words: { one, many, isFeminine } }: EntityDeclaration) => {
  const [the, theMany, end] = isFeminine ? ['la', 'las', 'a'] : ['el', 'los', 'o'];
  return {
    title: capitalized(many),
    one: capitalized(one),
    add: `Nuev${end} ${one}`,
    create: `Crear ${one}`,
    created: `${capitalized(one)} cread${end}`,
    removed: `${capitalized(one)} eliminad${end}`,
    none: `Ningun${isFeminine ? 'a' : ''} ${one}`.replace(/^Ningun /, 'Ningún '),
    did: {
      create: `Creó ${the} ${one}`,
      change: `Cambió ${the} ${one}`,
      remove: `Eliminó ${the} ${one}`,
      export: `Exportó ${theMany} ${many}`,
      list: `Vio ${theMany} ${many}`,
      get: `Vio ${the} ${one}`,
    },
  };
};

const columnKinds = {
  text: 'text',
  whole: 'number',
  decimal: 'number',
  money: 'money',
  percent: 'number',
  day: 'date',
  moment: 'moment',
  flag: 'state',
  choice: 'state',
  reference: 'text',
  blocks: 'text',
  hours: 'text',
  exceptions: 'text',
} as const satisfies Record<Field['kind'], ListColumn['kind']>;

/** Returns the labels of a field with few values. The values of a flag are `true` and `false`. */
export const valuesOf = (field: Field): Readonly<Record<string, string>> | undefined => {
  if (field.kind === 'flag') return { true: field.words[0], false: field.words[1] };
  return field.kind === 'choice' ? field.values : undefined;
};

const filterOf = (field: Field): ListFilter => {
  const { label } = field;
  const values = valuesOf(field);
  if (values !== undefined) return { kind: 'choice', label, values };
  if (field.kind === 'reference') return { kind: 'text', label, names: field.names };
  if (field.kind === 'moment') return { kind: 'dates', label };
  return field.kind === 'money' ? { kind: 'amounts', label } : { kind: 'text', label };
};

/** Returns whether rows of a list have the field but no column shows it. */
const isOnlyOfForms = (field: EntityField | undefined): boolean =>
  field?.kind === 'hours' || field?.kind === 'exceptions' || field?.kind === 'decimal';

/** Returns the list of an entity. */
export const listOf = (entity: EntityDeclaration): ListDeclaration => {
  const { name, slice, permissions, fields, list, title } = entity;
  const columns = [
    ...list.columns,
    ...listedNames(entity).filter((each) => !list.columns.includes(each) && !isOnlyOfForms(fields[each])),
  ];
  return {
    name,
    slice,
    title: wordsOf(entity).title,
    permission: permissions.read,
    id: entity.key,
    columns: Object.fromEntries(
      columns.flatMap((column) => {
        const field = fields[column];
        if (field === undefined) return [];
        const values = valuesOf(field);
        const shown: ListColumn = {
          label: field.label,
          kind: column === title ? 'link' : columnKinds[field.kind],
          ...(values !== undefined && { values }),
          ...(!list.columns.includes(column) && { isHidden: true }),
        };
        return [[column, shown]];
      }),
    ),
    filters: Object.fromEntries(
      (list.filters ?? []).flatMap((each) => {
        const field = fields[each];
        return field === undefined ? [] : [[each, filterOf(field)]];
      }),
    ),
    sorts: list.sorts,
    ...(list.search !== undefined && { search: list.search }),
  };
};
