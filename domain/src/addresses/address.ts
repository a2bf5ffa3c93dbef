import { plainTextMessage, repairLine } from '../customers/plain-text.ts';

/** Fixed values of an address (CONST-20, CONST-21, CONST-25, CONST-45). */
export const postcode = '01001';
export const countryCode = 'GT' as const;
/** Sent with a shipping address if no advisor gives the buyer's tax number (DEL-19, DEL-20). */
export const finalConsumerNit = 'CF';
export const defaultPhone = '00000000';
export const defaultAlias = 'Mi direccion';

/**
 * Maximum length of a street that is sent (CONST-28, DIF-23), in characters as a person sees them, never half of one.
 */
export const streetMaxLength = 100;

/** The form refuses longer texts. Its field allows only 100 characters (DEL-07, DIF-23). */
export const addressMaxLength = 200;

/** Maximum length of the directions for the courier ("indicaciones", DEC-90), in characters. */
export const extrasMaxLength = 150;

/** Cuts a street that is too long, instead of refusing it (DEC-179). */
export const cutStreet = (street: string): string => [...street].slice(0, streetMaxLength).join('');

/** Length of a street from which its field shows the number of characters. */
const countedFrom = 80;

/**
 * Returns the hint below the field of a street: how many characters still fit, so that nothing is cut silently
 * (DEC-234). Null while the street is short.
 */
export function streetHint(street: string): string | null {
  const { length } = [...street.trim()];
  if (length < countedFrom) return null;
  const count = `${length} de ${streetMaxLength} caracteres.`;
  if (length < streetMaxLength) return count;
  return `${count} Solo llegan los primeros ${streetMaxLength}: revisa que tu dirección quede completa, o usa las indicaciones.`;
}

/** Maximum number of saved addresses of an account (DEC-93). */
export const addressLimit = 20;

/** Messages about the fields of an address (DEL-07..10), also in the form of saved addresses (ADR-04). */
export const addressMessages = {
  addressRequired: 'La dirección es obligatoria.',
  addressTooLong: 'La dirección no puede tener más de 200 caracteres.',
  regionRequired: 'El departamento es obligatorio.',
  cityRequired: 'El municipio es obligatorio.',
  nameRequired: 'El nombre de la dirección es obligatorio',
  savedAliasRequired: 'El alias de la dirección es requerida',
  savedRegionRequired: 'El departamento es requerido',
  savedAddressRequired: 'La dirección es requerida',
  savedCityRequired: 'El municipio es requerido',
} as const;

/** Returns the message about a street. Null if the street is valid (DEL-07, record 0051). */
export function addressMessage(address: string): string | null {
  if (repairLine(address) === '') return addressMessages.addressRequired;
  return [...address].length > addressMaxLength ? addressMessages.addressTooLong : plainTextMessage(address);
}

/** Returns the alias, or the default alias if it is empty (DEC-179). */
export const aliasOr = (alias: string | null): string =>
  alias === null || alias.trim() === '' ? defaultAlias : alias.trim();

export interface SavedAddress {
  id: string;
  isDefault: boolean;
  createdAt: Date;
}

/** Returns whether a new address becomes the default. The first address always does (DEC-93), a later address on request. */
export const isDefaultOnAdd = (existing: readonly SavedAddress[], isWanted: boolean): boolean =>
  existing.length === 0 || isWanted;

/**
 * Returns the time at which a new address counts as added: later than every other address, so that the newest is known
 * (DEC-93). This also holds within a millisecond, or after a clock was set back.
 */
export const addedAt = (existing: readonly SavedAddress[], now: Date): Date =>
  new Date(Math.max(now.getTime(), ...existing.map(({ createdAt }) => createdAt.getTime() + 1)));

/** Makes only this address the default (ADR-12). An unknown id changes nothing. */
export function withDefaultAddress<A extends SavedAddress>(addresses: readonly A[], id: string): A[] {
  if (!addresses.some((address) => address.id === id)) return [...addresses];
  return addresses.map((address) => ({ ...address, isDefault: address.id === id }));
}

/** Removes an address. If it was the default, the newest of the others becomes the default (DEC-93). */
export function withoutAddress<A extends SavedAddress>(addresses: readonly A[], id: string): A[] {
  const left = addresses.filter((address) => address.id !== id);
  const [first, ...others] = left;
  if (first === undefined || left.some((address) => address.isDefault)) return left;
  const newest = others.reduce((best, address) => (address.createdAt > best.createdAt ? address : best), first);
  return withDefaultAddress(left, newest.id);
}

/**
 * Returns the message about the directions. Null if there is no message. The form refuses a bar, because a bar
 * separates the parts of the sent text. The form also refuses a text that is too long (DEC-90).
 */
export function extrasMessage(extras: string): string | null {
  if ([...extras].length > extrasMaxLength || extras.includes('|'))
    return `Las indicaciones tienen hasta ${extrasMaxLength} caracteres, y ninguna barra (|).`;
  return plainTextMessage(extras);
}
