import { plainTextMessage, repairLine } from '../customers/plain-text.ts';

/** CONST-20, CONST-21, CONST-25, CONST-45. */
export const postcode = '01001';
export const countryCode = 'GT' as const;
/** Sent with a shipping address when no advisor gives the buyer's tax number (DEL-19, DEL-20). */
export const finalConsumerNit = 'CF';
export const defaultPhone = '00000000';
export const defaultAlias = 'Mi direccion';

/**
 * The most characters of a street that are sent (CONST-28, DIF-23). Counts characters as a person sees them, never half of one.
 */
export const streetMaxLength = 100;

/** The form refuses longer texts; its field stops at 100 (DEL-07, DIF-23). */
export const addressMaxLength = 200;

/** Most characters of the directions for the courier ("indicaciones", DEC-90). */
export const extrasMaxLength = 150;

/** Cuts a street that is too long; never refuses it (DEC-179). */
export const cutStreet = (street: string): string => [...street].slice(0, streetMaxLength).join('');

/** From this length on, the field of a street counts its characters. */
const countedFrom = 80;

/**
 * The hint below the field of a street: how much still fits, so that nothing is cut silently (DEC-234). Null while the street is
 * short.
 */
export function streetHint(street: string): string | null {
  const { length } = [...street.trim()];
  if (length < countedFrom) return null;
  const count = `${length} de ${streetMaxLength} caracteres.`;
  if (length < streetMaxLength) return count;
  return `${count} Solo llegan los primeros ${streetMaxLength}: revisa que tu dirección quede completa, o usa las indicaciones.`;
}

/** Saved addresses of one account, at most (DEC-93). */
export const addressLimit = 20;

/** DEL-07..10 and the saved-address form (ADR-04). */
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

/** Returns the message about a street; null = the street is right (DEL-07, record 0051). */
export function addressMessage(address: string): string | null {
  if (repairLine(address) === '') return addressMessages.addressRequired;
  return [...address].length > addressMaxLength ? addressMessages.addressTooLong : plainTextMessage(address);
}

/** The alias, or the default one if it is empty (DEC-179). */
export const aliasOr = (alias: string | null): string =>
  alias === null || alias.trim() === '' ? defaultAlias : alias.trim();

export interface SavedAddress {
  id: string;
  isDefault: boolean;
  createdAt: Date;
}

/** Returns whether a new address becomes the default: the first one always does (DEC-93), later ones on request. */
export const isDefaultOnAdd = (existing: readonly SavedAddress[], isWanted: boolean): boolean =>
  existing.length === 0 || isWanted;

/**
 * When a new address counts as added: always after every other, so that the newest is known (DEC-93). This holds also for two
 * within a millisecond, or after a clock was set back.
 */
export const addedAt = (existing: readonly SavedAddress[], now: Date): Date =>
  new Date(Math.max(now.getTime(), ...existing.map(({ createdAt }) => createdAt.getTime() + 1)));

/** Makes exactly this address the default (ADR-12); an unknown id changes nothing. */
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
 * Returns the message about the directions; null = no message. The form refuses a bar, which would break the message of the
 * shipping address, and a text that is too long (DEC-90).
 */
export function extrasMessage(extras: string): string | null {
  if ([...extras].length > extrasMaxLength || extras.includes('|'))
    return `Las indicaciones tienen hasta ${extrasMaxLength} caracteres, y ninguna barra (|).`;
  return plainTextMessage(extras);
}
