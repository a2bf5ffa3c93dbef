/** Returns whether two values of a field are equal; also compares lists. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Fields that differ between two versions of an entity. */
export const changedFields = <V extends object>(
  names: readonly (keyof V & string)[],
  from: V,
  to: V,
): (keyof V & string)[] => names.filter((name) => !isSame(from[name], to[name]));

/** Merges two versions. Takes the values of `theirs`, except for the fields in the last argument, whose values come from `mine`. */
export const mergedValues = <V extends object>(mine: V, theirs: V, kept: readonly (keyof V)[]): V => {
  const merged = { ...theirs };
  for (const name of kept) merged[name] = mine[name];
  return merged;
};

/** Returns only the named fields. */
export const fieldsOf = <V extends object>(values: V, names: readonly (keyof V)[]): Partial<V> => {
  const picked: Partial<V> = {};
  for (const name of names) picked[name] = values[name];
  return picked;
};
