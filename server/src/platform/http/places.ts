import type { StaffEndpointSpec } from '@ceiba/contract/endpoint';
import type { Permission } from '@ceiba/domain/staff/permissions';
import type { Refusal, StaffCaller } from './route.ts';

/** A person of the desk, as the rule of places knows them: the codes of the stores they are limited to; null: all. */
type Limited = Pick<StaffCaller, 'stores'>;

/** `every`: all of these places have to be theirs. `some`: one is enough. */
type Need = 'every' | 'some';

/** The places that a call asked about, and how many of them had to be the caller's. */
export interface Judgement {
  need: Need;
  places: readonly (string | null)[];
}

/** Questions to the rule, by caller. Each request makes a new caller, so the entry goes with the request. */
const judgements = new WeakMap<Limited, Judgement[]>();

const note = (staff: Limited, judgement: Judgement): void => {
  const noted = judgements.get(staff);
  if (noted === undefined) judgements.set(staff, [judgement]);
  else noted.push(judgement);
};

/** Questions that this request asked the rule. */
export const judgementsOf = (staff: Limited): readonly Judgement[] => judgements.get(staff) ?? [];

/**
 * The rule of places (record 0086): a person who is limited to stores changes what belongs to these stores. What belongs to no place (null, or
 * an empty list) is out of reach for everybody who is limited.
 */
export function covers({ stores }: Limited, { need, places }: Judgement): boolean {
  if (stores === null) return true;
  const isTheirs = (place: string | null): boolean => place !== null && stores.includes(place);
  return need === 'some' ? places.some(isTheirs) : places.length > 0 && places.every(isTheirs);
}

/** How a call asks the rule of places. The question is noted, and asked again when the call is repeated by its Idempotency-Key. */
export function mayTouch(staff: Limited, need: Need, places: readonly (string | null)[]): boolean {
  note(staff, { need, places });
  return covers(staff, { need, places });
}

/** `mayTouch` of a thing that belongs to one place. */
export const maySeeStore = (staff: Limited, place: string | null): boolean => mayTouch(staff, 'every', [place]);

/** The stores that a statement narrows its rows to; null: all. For lists and counts, where SQL asks the rule. */
export function storesSeenBy(staff: Limited): readonly string[] | null {
  note(staff, { need: 'some', places: staff.stores ?? [] });
  return staff.stores;
}

/** A call that touches what belongs to places and never asked whose they are. */
export class PlacesNotAsked extends Error {
  constructor(call: string) {
    super(`${call} touches places and asked no rule of places (places.ts)`);
  }
}

/** @throws PlacesNotAsked where a call that succeeded should have asked the rule of places. */
export function demandJudgement({ name, touches }: StaffEndpointSpec, staff: Limited): void {
  if (touches === 'places' && judgementsOf(staff).length === 0) throw new PlacesNotAsked(name);
}

/** A person limited to stores changes nothing that belongs to the whole shop. */
export const refusalOfLimited = (
  { touches, permission }: StaffEndpointSpec,
  { stores }: Limited,
): Refusal<'FORBIDDEN'> | undefined =>
  touches !== 'shop' || stores === null
    ? undefined
    : {
        code: 'FORBIDDEN',
        message: 'Esto vale para todas las tiendas: lo hace alguien que no está limitado a algunas.',
        metadata: { permission },
      };

/** Refusal for a person who sees an order but is limited to stores that hold a part of it. `what`: the subject of the sentence. */
export const otherStores = (what: string, permission: Permission) => ({
  code: 'FORBIDDEN' as const,
  message: `${what} también es de otra tienda: lo cambia alguien que trabaja con todas las de la orden.`,
  metadata: { permission },
});
