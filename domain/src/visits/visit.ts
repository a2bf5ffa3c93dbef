/** A place in a visit's coverage: a municipio, or a whole department if `city` is null. */
export interface CoveredPlace {
  regionId: number;
  department: string;
  city: string | null;
}

export interface VisitTerms {
  /** Business days after the order, or after the delivery of the product that the visit is for. */
  days: number;
  /** Empty for the whole country. */
  coverage: readonly CoveredPlace[];
}

/** The reason why a visit in a cart cannot be ordered. */
export const visitRefusals = ['VISIT_NOT_COVERED', 'VISIT_DOES_NOT_FIT'] as const;
export type VisitRefusal = (typeof visitRefusals)[number];

const plain = (city: string): string =>
  city
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Returns whether the shop makes a visit at a place. `visit_covers` in the database applies the same rule. */
export const isCovered = ({ coverage }: Pick<VisitTerms, 'coverage'>, place: { regionId: number; city: string }) =>
  coverage.length === 0 ||
  coverage.some(
    ({ regionId, city }) => regionId === place.regionId && (city === null || plain(city) === plain(place.city)),
  );

const nameOf = ({ department, city }: CoveredPlace): string =>
  city === null ? `Departamento de ${department}` : city === department ? `Ciudad de ${city}` : city;

/** Number of places that a coverage text lists. It counts the others. */
const namedPlaces = 3;

/**
 * Returns the places of a visit: "Todo el país", "Ciudad de Guatemala y Mixco", or "Antigua Guatemala, Mixco, Villa
 * Nueva y 4 lugares más".
 */
export function coverageText(coverage: readonly CoveredPlace[]): string {
  if (coverage.length === 0) return 'Todo el país';
  const names = coverage.slice(0, namedPlaces).map(nameOf);
  const more = coverage.length - names.length;
  if (more > 0) return `${names.join(', ')} y ${more === 1 ? 'un lugar' : `${more} lugares`} más`;
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' y ');
}

/** Returns "En un plazo de 4 días hábiles". For a visit that waits for its product: "… después de la entrega". */
export const visitText = ({ days }: Pick<VisitTerms, 'days'>, isAfterDelivery = false): string =>
  `En un plazo de ${days === 1 ? 'un día hábil' : `${days} días hábiles`}${isAfterDelivery ? ' después de la entrega' : ''}`;

/** Returns "Instalación en pared: no llegamos a Flores.": the services of a product that are not offered at the chosen place. */
export const notOfferedThereText = (titles: readonly string[], city: string): string =>
  `${titles.join(', ')}: no llegamos a ${city}.`;

export const visitTexts = {
  title: 'Visita a domicilio',
  doesNotFit: 'Este servicio no es para el producto que llevas: revisa la medida o quítalo.',
  remove: 'Quitar servicio',
  notCovered: (city: string): string => `No llegamos a ${city}: quita este servicio o elige otro lugar.`,
} as const;

/**
 * Returns the reason why a visit is not possible: the visit does not fit the cart's products, or is not offered at the
 * place. Null if the visit is possible, or if no place is chosen.
 */
export function visitProblem(
  { visit, visitRefusal }: { visit?: VisitTerms | undefined; visitRefusal?: VisitRefusal | null | undefined },
  place: { regionId: number; city: string } | null,
): string | null {
  if (visit === undefined) return null;
  if (visitRefusal === 'VISIT_DOES_NOT_FIT') return visitTexts.doesNotFit;
  return place === null || isCovered(visit, place) ? null : visitTexts.notCovered(place.city);
}
