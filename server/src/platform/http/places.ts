import type { StaffEndpointSpec } from '@ceiba/contract/endpoint';
import type { Permission } from '@ceiba/domain/staff/permissions';

/** A person of the desk, with the facts for the rule of places. */
export interface LimitedPerson {
  /** Codes of the stores to which the person is limited. Null for people who work with all stores. */
  stores: readonly string[] | null;
}

/** `every`: the person must be responsible for all of these places. `some`: one of the places is enough. */
type Need = 'every' | 'some';

/** The places that a call checked, and whether the person had to be responsible for all or only for some of them. */
export interface Judgement {
  need: Need;
  places: readonly (string | null)[];
}

/** The checks of places, by caller. Each request creates a new caller object. So the entry ends with the request. */
const judgements = new WeakMap<LimitedPerson, Judgement[]>();

const note = (staff: LimitedPerson, judgement: Judgement): void => {
  const noted = judgements.get(staff);
  if (noted === undefined) judgements.set(staff, [judgement]);
  else noted.push(judgement);
};

/** Returns the checks that this request made. */
export const judgementsOf = (staff: LimitedPerson): readonly Judgement[] => judgements.get(staff) ?? [];

/**
 * Applies the rule of places (record 0086). A person limited to stores may change only things that belong to these stores. Such a person
 * may not change things without a place (null, or an empty list).
 */
export function covers({ stores }: LimitedPerson, { need, places }: Judgement): boolean {
  if (stores === null) return true;
  const isTheirs = (place: string | null): boolean => place !== null && stores.includes(place);
  return need === 'some' ? places.some(isTheirs) : places.length > 0 && places.every(isTheirs);
}

/** Applies the rule of places for a call. The check is recorded, and made again when the call is repeated with its Idempotency-Key. */
export function mayTouch(staff: LimitedPerson, need: Need, places: readonly (string | null)[]): boolean {
  note(staff, { need, places });
  return covers(staff, { need, places });
}

/** Applies `mayTouch` to something that belongs to one place. */
export const maySeeStore = (staff: LimitedPerson, place: string | null): boolean => mayTouch(staff, 'every', [place]);

/**
 * Returns the stores by which a statement filters its rows. Null if there is no filter. For lists and counts, where SQL applies
 * the rule.
 */
export function storesSeenBy(staff: LimitedPerson): readonly string[] | null {
  note(staff, { need: 'some', places: staff.stores ?? [] });
  return staff.stores;
}

/** Thrown for a call that changes data of places but never checked the places. */
export class PlacesNotChecked extends Error {
  constructor(call: string) {
    super(`${call} touches places and asked no rule of places (places.ts)`);
  }
}

/** Checks that a successful call has checked the places where it must. @throws PlacesNotChecked */
export function demandJudgement({ name, touches }: StaffEndpointSpec, staff: LimitedPerson): void {
  if (touches === 'places' && judgementsOf(staff).length === 0) throw new PlacesNotChecked(name);
}

/** A person limited to stores may change nothing that belongs to the whole shop. */
export const refusalOfLimited = ({ touches, permission }: StaffEndpointSpec, { stores }: LimitedPerson) =>
  touches !== 'shop' || stores === null
    ? undefined
    : {
        code: 'FORBIDDEN' as const,
        message: 'Esto vale para todas las tiendas: lo hace alguien que no está limitado a algunas.',
        metadata: { permission },
      };

/** Returns the refusal for a person who sees an order but is responsible for only a part of it. `what`: the subject of the sentence. */
export const otherStores = (what: string, permission: Permission) => ({
  code: 'FORBIDDEN' as const,
  message: `${what} también es de otra tienda: lo cambia alguien que trabaja con todas las de la orden.`,
  metadata: { permission },
});
