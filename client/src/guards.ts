/** Checks whether an unknown value, such as a stored text, has the shape of T. */
export type Guard<T> = (value: unknown) => value is T;

// The builders below are marked as free of side effects, so that pages without guards do not load these builders.

export const isText = (value: unknown): value is string => typeof value === 'string';
/** A text that a person typed, at most 500 characters. */
export const isTyped = (value: unknown): value is string => typeof value === 'string' && value.length <= 500;
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isInteger = (value: unknown): value is number => Number.isInteger(value);
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/* @__NO_SIDE_EFFECTS__ */
export const isOneOf =
  <const V>(...values: readonly V[]): Guard<V> =>
  (value): value is V =>
    values.some((known) => known === value);

/* @__NO_SIDE_EFFECTS__ */
export const isNullOr =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value);

/* @__NO_SIDE_EFFECTS__ */
export const isListOf =
  <T>(guard: Guard<T>, longest = Number.POSITIVE_INFINITY): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.length <= longest && value.every(guard);

/** Every field must exist and fit. Unknown fields are allowed. */
/* @__NO_SIDE_EFFECTS__ */
export const isShape =
  <S extends object>(fields: { [K in keyof S]-?: Guard<S[K]> }): Guard<S> =>
  (value): value is S => {
    if (typeof value !== 'object' || value === null) return false;
    for (const key in fields) if (!fields[key](Reflect.get(value, key))) return false;
    return true;
  };
