import { z } from 'zod';
import { storedBlock } from '../content.ts';
import { endpoint, type StaffEndpointSpec } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';
import { version } from './changes.ts';
import {
  capitalized,
  type EntityChange,
  type EntityDeclaration,
  type EntityField,
  type EntityRow,
  fieldsWhere,
  isEditable,
  isTyped,
  type ListedRow,
  listedNames,
  listOf,
  mayBeAbsent,
  type NewEntity,
} from './entity.ts';
import { type Field, faultOf, repairedText } from './fields.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';

/** Returns the type of a field in a body. `faultOf` checks its limits, with its own messages. */
const typeOf = (field: Field): z.ZodType => {
  switch (field.kind) {
    case 'text':
      return z
        .string()
        .overwrite((text) => repairedText(field, text))
        .meta({ maxLength: field.max });
    case 'whole':
      return z.int().meta({ minimum: field.min, maximum: field.max });
    case 'decimal':
    case 'money':
    case 'percent':
      return z.number();
    case 'day':
      return z.iso.date();
    case 'moment':
      return dateTime;
    case 'flag':
      return z.boolean();
    case 'reference':
    case 'hours':
    case 'exceptions':
      return z.string();
    case 'blocks':
      return z.array(storedBlock);
    case 'choice':
      return z.enum(Object.keys(field.values));
  }
};

/** Returns the schema of a field in a body, with the same rule as its form. */
export const typedSchema = (field: EntityField): z.ZodType => {
  const type = typeOf(field).superRefine((value, context) => {
    const message = faultOf(field, value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
  return field.isOptional ? type.nullable() : type;
};

/** Returns the schema of a field in a response. Stored values may be older than the field's limits. */
const answeredSchema = (field: EntityField): z.ZodType => {
  const type = field.kind === 'choice' || field.kind === 'text' ? z.string() : typeOf(field);
  return field.isOptional ? type.nullable() : type;
};

const rowSchema = <E extends EntityDeclaration>({ key, fields }: E, names: readonly string[] = Object.keys(fields)) =>
  z.object({
    ...(key === 'id' && { id: z.string() }),
    ...Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => (names.includes(name) ? [[name, answeredSchema(field)]] : [])),
    ),
    version,
  }) as z.ZodObject & z.ZodType<EntityRow<E>>;

const listedSchema = <E extends EntityDeclaration>(entity: E) =>
  rowSchema(entity, listedNames(entity)) as z.ZodObject as z.ZodObject & z.ZodType<ListedRow<E>>;

/** The whole entity with its version and the actions that may be taken now. Actions return the same. */
export const detailSchema = <E extends EntityDeclaration>(entity: E) =>
  enveloped(
    rowSchema(entity).extend({ actions: z.array(z.string()) }) as z.ZodType as z.ZodType<
      EntityRow<E> & { actions: string[] }
    >,
  );

const newSchema = <E extends EntityDeclaration>(entity: E) =>
  z.strictObject(
    Object.fromEntries(
      fieldsWhere(entity, isTyped).map(([name, field]) => [
        name,
        mayBeAbsent(field) ? typedSchema(field).optional() : typedSchema(field),
      ]),
    ),
  ) as z.ZodType as z.ZodType<NewEntity<E>, NewEntity<E>>;

type Versioned<E extends EntityDeclaration> = EntityChange<E> & { version: number };

const changeSchema = <E extends EntityDeclaration>(entity: E) =>
  z.strictObject({
    version,
    ...Object.fromEntries(
      fieldsWhere(entity, isEditable).map(([name, field]) => [name, typedSchema(field).optional()]),
    ),
  }) as z.ZodType as z.ZodType<Versioned<E>, Versioned<E>>;

type Params<E extends EntityDeclaration> = { [K in E['key']]: string };

const paramsOf = <E extends EntityDeclaration>({ key }: E) =>
  z.strictObject({ [key]: z.string().trim().min(1).max(64) }) as z.ZodObject & z.ZodType<Params<E>, Params<E>>;

const partsOf = <E extends EntityDeclaration>(entity: E) => ({
  reading: { slice: entity.slice, auth: 'staff', limit: 'staffRead', permission: entity.permissions.read } as const,
  editing: {
    slice: entity.slice,
    auth: 'staff',
    limit: 'staffWrite',
    touches: 'shop',
    permission: entity.permissions.edit,
  } as const,
  touches: entity.isForAll ? ('nothing' as const) : ('shop' as const),
  path: `/v1/admin/${entity.name}` as const,
  own: `/v1/admin/${entity.name}/{${entity.key}}` as const,
});

const pageEndpoint = <const N extends string, E extends EntityDeclaration>(name: N, entity: E) =>
  ({ ...listEndpoint(name, listOf(entity), listedSchema(entity)), touches: partsOf(entity).touches }) as const;

const csvEndpoint = <const N extends string, E extends EntityDeclaration>(name: N, entity: E) =>
  ({ ...exportEndpoint(name, listOf(entity)), touches: partsOf(entity).touches }) as const;

const getEndpoint = <const N extends string, E extends EntityDeclaration>(name: N, entity: E) => {
  const { reading, touches, own } = partsOf(entity);
  return endpoint({
    ...reading,
    touches,
    name,
    method: 'GET',
    path: own,
    summary: `${capitalized(entity.words.one)}: returns one`,
    params: paramsOf(entity),
    answers: { 200: detailSchema(entity) },
    errors: ['NOT_FOUND'],
  } satisfies StaffEndpointSpec);
};

const createEndpoint = <const N extends string, E extends EntityDeclaration>(name: N, entity: E) => {
  const { editing, path } = partsOf(entity);
  return endpoint({
    ...editing,
    name,
    method: 'POST',
    path,
    summary: `${capitalized(entity.words.one)}: creates one`,
    body: newSchema(entity),
    answers: { 201: detailSchema(entity) },
    errors: ['IN_USE', 'OVERLAPPING_PERIOD'],
  } satisfies StaffEndpointSpec);
};

const changeEndpoint = <const N extends string, E extends EntityDeclaration>(name: N, entity: E) => {
  const { editing, own } = partsOf(entity);
  return endpoint({
    ...editing,
    name,
    method: 'PATCH',
    path: own,
    summary: `${capitalized(entity.words.one)}: changes some fields of one`,
    params: paramsOf(entity),
    body: changeSchema(entity),
    answers: { 200: detailSchema(entity) },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE', 'OVERLAPPING_PERIOD'],
  } satisfies StaffEndpointSpec);
};

const removeEndpoint = <const N extends string, E extends EntityDeclaration>(name: N, entity: E) => {
  const { editing, own } = partsOf(entity);
  return endpoint({
    ...editing,
    name,
    method: 'POST',
    path: `${own}/remove` as const,
    summary: `${capitalized(entity.words.one)}: removes one for good`,
    params: paramsOf(entity),
    body: z.strictObject({ version }) as z.ZodType<{ version: number }, { version: number }>,
    answers: { 200: detailSchema(entity) },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE', 'OVERLAPPING_PERIOD'],
  } satisfies StaffEndpointSpec);
};

type One<E extends EntityDeclaration> = E['calls'][0];
type Many<E extends EntityDeclaration> = E['calls'][1];

/** The calls of an entity by name. */
export type EntityCalls<E extends EntityDeclaration> = {
  [N in `list${Many<E>}`]: ReturnType<typeof pageEndpoint<N, E>>;
} & { [N in `export${Many<E>}`]: ReturnType<typeof csvEndpoint<N, E>> } & {
  [N in `get${One<E>}`]: ReturnType<typeof getEndpoint<N, E>>;
} & { [N in `create${One<E>}`]: ReturnType<typeof createEndpoint<N, E>> } & {
  [N in `change${One<E>}`]: ReturnType<typeof changeEndpoint<N, E>>;
} & (E extends { canRemove: true } ? { [N in `remove${One<E>}`]: ReturnType<typeof removeEndpoint<N, E>> } : unknown);

/** Returns the same calls by their purpose, as the routes bind them. */
export const partsOfCalls = <E extends EntityDeclaration>(entity: E) => {
  const [one, many] = entity.calls;
  return {
    list: pageEndpoint(`list${many}`, entity),
    csv: csvEndpoint(`export${many}`, entity),
    get: getEndpoint(`get${one}`, entity),
    create: createEndpoint(`create${one}`, entity),
    change: changeEndpoint(`change${one}`, entity),
    remove: removeEndpoint(`remove${one}`, entity),
  };
};

/** Creates five calls, or six for an entity that can be removed. The declaration has their names; names and calls are joined here. */
const callsOf = <E extends EntityDeclaration>(entity: E): EntityCalls<E> => {
  const { remove, ...calls } = partsOfCalls(entity);
  const all = [...Object.values(calls), ...(entity.canRemove ? [remove] : [])];
  return Object.fromEntries(all.map((call) => [call.name, call])) as EntityCalls<E>;
};

type Together<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void ? All : never;

type CallsOfAll<T extends Readonly<Record<string, EntityDeclaration>>> = Together<
  { [N in keyof T]: EntityCalls<T[N]> }[keyof T]
>;

/** Returns the calls of these entities, by name. */
export const callsOfAll = <T extends Readonly<Record<string, EntityDeclaration>>>(entities: T): CallsOfAll<T> =>
  Object.assign({}, ...Object.values(entities).map((entity) => callsOf(entity)));
