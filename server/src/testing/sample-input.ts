import { dayFromNow } from './days.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The parts of JSON Schema that the contract's inputs use. */
interface Schema {
  type?: string;
  enum?: Json[];
  const?: Json;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const formats: Record<string, () => string> = {
  uuid: () => '01890a5d-ac96-4774-bcce-b302099a8057',
  email: () => 'ana@correo.example',
  // For a gift card: not in the past, and not too far in the future.
  date: () => dayFromNow(1),
  'date-time': () => `${dayFromNow(0)}T00:00:00-06:00`,
};

const sampleText = (schema: Schema): string => {
  if (schema.format !== undefined) return formats[schema.format]?.() ?? 'texto';
  // The token of a preview link: its expiry and a signature.
  if (schema.pattern?.includes('{43}') === true) return `${'z'.repeat(7)}.${'a'.repeat(43)}`;
  return schema.pattern?.includes('\\d{6}') === true
    ? '411111'
    : schema.pattern?.includes('\\d') === true
      ? '485'
      : 'texto';
};

/** Returns a value that the schema accepts, with every property present. */
export const sample = (schema: unknown): Json => {
  if (!isSchema(schema)) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0] ?? null;
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice !== undefined) return sample(choice);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, sample(part)]));
    case 'array':
      return [sample(schema.items)];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return sampleText(schema);
    default:
      return null;
  }
};

/** Wrong values that people and programs send. */
const hostileValues: readonly Json[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  9_007_199_254_740_992,
  '',
  'x'.repeat(5_000),
  "'; drop table carts; --",
  '<script>alert(1)</script>',
  '{{7*7}}<%= 7*7 %>',
  '../../etc/passwd',
  '\u202eoproduct',
  [],
  {},
  [[[[[[]]]]]],
  { $ne: null },
  { __proto__x: { admin: true } },
];

export interface Mutation {
  what: string;
  value: Json;
}

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Yields every invalid change of one place of a value: each property replaced or removed, and an unknown property added. */
export const mutationsOf = (value: Json, path = 'body'): Mutation[] => {
  const replaced = hostileValues.map((hostile) => ({
    what: `${path} = ${JSON.stringify(hostile)?.slice(0, 40)}`,
    value: hostile,
  }));
  if (Array.isArray(value)) {
    const inner = mutationsOf(value[0] ?? null, `${path}[0]`).map(({ what, value: item }) => ({ what, value: [item] }));
    return [...replaced, ...inner];
  }
  if (!isObject(value)) return replaced;
  const deeper = Object.entries(value).flatMap(([name, part]) => [
    ...mutationsOf(part, `${path}.${name}`).map((change) => ({
      what: change.what,
      value: { ...value, [name]: change.value },
    })),
    {
      what: `${path} without ${name}`,
      value: Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
    },
  ]);
  return [...replaced, { what: `${path} with a stranger`, value: { ...value, isAdmin: true } }, ...deeper];
};
