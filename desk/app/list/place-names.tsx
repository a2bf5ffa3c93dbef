import { nothing } from '../platform/formats.ts';
import { nameOf, useNames } from './names.ts';

/** The names of stores and warehouse, by their codes. Shows the codes while the names load. */
export function PlaceNames({ codes }: { codes: readonly string[] }) {
  const names = useNames('place');
  return codes.map((code) => nameOf(names, code)).join(', ') || nothing;
}
