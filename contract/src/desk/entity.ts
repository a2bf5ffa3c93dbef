import type { NeededPermission, Permission } from '@ceiba/domain/staff/permissions';
import type { Field, ValueOf } from './fields.ts';
import type { ListColumn, ListDeclaration, ListFilter } from './list.ts';

/**
 * A simple entity of the desk, declared once (record 0130). Its calls, list, SQL statements, CSV, pages, audit words, files and tests are made
 * from the declaration. It is one table without lists of children; its verbs are changes that are written by hand.
 */
export interface EntityDeclaration {
  /** The resource in the address (`/v1/admin/{name}`), and the entity of the audit. */
  readonly name: string;
  readonly slice: string;
  /** Names of its calls: `listBrands`, `exportBrands`, `getBrand`, `createBrand`, `changeBrand`, `removeBrand`. */
  readonly calls: readonly [one: string, many: string];
  readonly words: EntityWords;
  readonly permissions: { readonly read: NeededPermission; readonly edit: Permission };
  /** True: people who are limited to stores read the entity, too. Its names are known to everybody at the desk. */
  readonly isForAll?: true;
  /** The field that names one in its address and in the audit: a field of its own, or `id`, which is the database's. */
  readonly key: string;
  /** The field that people call one by. */
  readonly title: string;
  readonly fields: Readonly<Record<string, EntityField>>;
  readonly list: EntityList;
  /** Somebody may take one out for good. */
  readonly canRemove?: true;
}

interface EntityWords {
  /** "marca", "marcas". */
  readonly one: string;
  readonly many: string;
  readonly isFeminine: boolean;
  /** Said above its form. */
  readonly note?: string;
}

export type EntityField = Field & {
  /** `once`: typed when it is made, and fixed from then on. `never`: the database computes it. Left out: it may change. */
  editable?: 'once' | 'never';
  /** The value of an empty field of a new row: as calls write it, or computed by its table. */
  default?: string | number | boolean | 'computed';
  /** Its heading in files; a field without one is in no file. */
  file?: string;
  /** Words of a choice in files, with what the database calls each. Left out: the words of the form in small letters. */
  fileWords?: Readonly<Record<string, string>>;
};

interface EntityList {
  /** Columns that are shown at once. The other fields are there to be chosen. */
  readonly columns: readonly [string, ...string[]];
  /** Fields that are filtered by, as their kind is: words, flags, days, amounts. */
  readonly filters?: readonly string[];
  /** The first is the order where none is asked for, `-` from the highest. */
  readonly sorts: readonly [string, ...string[]];
  /** The hint of its search box. An entity without a hint has no search. */
  readonly search?: string;
}

type FieldsOf<E extends EntityDeclaration> = E['fields'];
type FieldName<E extends EntityDeclaration> = keyof FieldsOf<E> & string;
type Sorted<N extends string> = N | `-${N}`;

/** Field names in a list's columns, filters and sorts must be declared: a wrong name does not compile. */
type Checked<E extends EntityDeclaration> = {
  readonly key: FieldName<E> | 'id';
  readonly title: FieldName<E>;
  readonly list: {
    readonly columns: readonly [FieldName<E>, ...FieldName<E>[]];
    readonly filters?: readonly FieldName<E>[];
    readonly sorts: readonly [Sorted<FieldName<E>>, ...Sorted<FieldName<E>>[]];
  };
};

export const declareEntity = <const E extends EntityDeclaration>(entity: E & Checked<E>): E => entity;

type NamesWhere<F, Shape> = { [N in keyof F]: F[N] extends Shape ? N : never }[keyof F] & string;

/** Fields that somebody types of a new one. */
export type TypedName<E extends EntityDeclaration> = Exclude<
  FieldName<E>,
  NamesWhere<FieldsOf<E>, { editable: 'never' }>
>;
/** Fields that may change later. */
export type EditableName<E extends EntityDeclaration> = Exclude<
  TypedName<E>,
  NamesWhere<FieldsOf<E>, { editable: 'once' }>
>;
/** Fields that a new one may lack. */
type SpareName<E extends EntityDeclaration> = NamesWhere<FieldsOf<E>, { isOptional: true } | { default: unknown }>;

type Values<E extends EntityDeclaration, N extends FieldName<E>> = {
  [K in N]: FieldsOf<E>[K] extends EntityField ? ValueOf<FieldsOf<E>[K]> : never;
};

/** One of them as its calls answer it. */
export type EntityRow<E extends EntityDeclaration> = Values<E, FieldName<E>> &
  (E['key'] extends 'id' ? { id: string } : unknown) & { version: number };

/** Fields of a new row, as a call sends them. */
export type NewEntity<E extends EntityDeclaration> = Values<E, Exclude<TypedName<E>, SpareName<E>>> &
  Partial<Values<E, TypedName<E> & SpareName<E>>>;

/** Fields of a change, as a call sends them. */
export type EntityChange<E extends EntityDeclaration> = Partial<Values<E, EditableName<E>>>;

/** Any row, where it is not known of which entity it is. */
export type AnyRow = Readonly<Record<string, unknown>> & { readonly version: number };

export const isTyped = ({ editable }: EntityField): boolean => editable !== 'never';
export const isEditable = ({ editable }: EntityField): boolean => editable === undefined;

/** True: a new row may lack the field. */
export const isSpare = ({ isOptional, default: otherwise }: EntityField): boolean =>
  isOptional === true || otherwise !== undefined;

export const fieldsWhere = (
  { fields }: EntityDeclaration,
  isMeant: (field: EntityField) => boolean,
): [name: string, field: EntityField][] => Object.entries(fields).filter(([, field]) => isMeant(field));

/** "Marca", "Marcas". */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Words of the buttons and titles of an entity, and of what was done with one. */
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
    },
  };
};

const columnKinds = {
  text: 'text',
  whole: 'number',
  money: 'money',
  percent: 'number',
  day: 'date',
  moment: 'moment',
  flag: 'state',
  choice: 'state',
  texts: 'text',
} as const satisfies Record<Field['kind'], ListColumn['kind']>;

/** The words of a field whose values are few; a flag's are `true` and `false`. */
export const valuesOf = (field: Field): Readonly<Record<string, string>> | undefined => {
  if (field.kind === 'flag') return { true: field.words[0], false: field.words[1] };
  return field.kind === 'choice' ? field.values : undefined;
};

const filterOf = (field: Field): ListFilter => {
  const { label } = field;
  const values = valuesOf(field);
  if (values !== undefined) return { kind: 'choice', label, values };
  if (field.kind === 'moment' || field.kind === 'day') return { kind: 'dates', label };
  return field.kind === 'money' ? { kind: 'amounts', label } : { kind: 'text', label };
};

/** The list of an entity. */
export const listOf = (entity: EntityDeclaration): ListDeclaration => {
  const { name, slice, permissions, fields, list, title } = entity;
  const columns = [...list.columns, ...Object.keys(fields).filter((each) => !list.columns.includes(each))];
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
