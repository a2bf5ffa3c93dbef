import type { EntityDeclaration } from '../entity.ts';
import { absentWords } from './absent-words.ts';
import { advisors } from './advisors.ts';
import { answerWords } from './answer-words.ts';
import { attributes } from './attributes.ts';
import { banners } from './banners.ts';
import { brands } from './brands.ts';
import { cardBins } from './card-bins.ts';
import { companions } from './companions.ts';
import { contentPages } from './content-pages.ts';
import { couponSeries } from './coupon-series.ts';
import { coupons } from './coupons.ts';
import { couriers } from './couriers.ts';
import { departments } from './departments.ts';
import { flashSales } from './flash-sales.ts';
import { gifts } from './gifts.ts';
import { hiddenProducts } from './hidden-products.ts';
import { ignoredWords } from './ignored-words.ts';
import { legalTexts } from './legal-texts.ts';
import { mailTexts } from './mail-texts.ts';
import { otherBrands } from './other-brands.ts';
import { productCodes } from './product-codes.ts';
import { redirects } from './redirects.ts';
import { searchAnswers } from './search-answers.ts';
import { searchPins } from './search-pins.ts';
import { sellers } from './sellers.ts';
import { stockOffers } from './stock-offers.ts';
import { stores } from './stores.ts';
import { supplierCodes } from './supplier-codes.ts';
import { suppliers } from './suppliers.ts';
import { synonyms } from './synonyms.ts';
import { warranties } from './warranties.ts';

/**
 * All declared entities. A new entity needs only a line here. The texts of the audit, the permissions of histories, the desk's
 * lists, the calls and the generated tests come from this table.
 */
export const entities = {
  absentWords,
  advisors,
  answerWords,
  attributes,
  banners,
  brands,
  cardBins,
  companions,
  contentPages,
  couponSeries,
  coupons,
  couriers,
  departments,
  flashSales,
  gifts,
  hiddenProducts,
  ignoredWords,
  legalTexts,
  mailTexts,
  otherBrands,
  productCodes,
  redirects,
  searchAnswers,
  searchPins,
  sellers,
  stockOffers,
  stores,
  supplierCodes,
  suppliers,
  synonyms,
  warranties,
} as const;

type Entities = typeof entities;

/** Calls that create or change a row of an entity. */
type ChangingCall = {
  [N in keyof Entities]: `create${Entities[N]['calls'][0]}` | `change${Entities[N]['calls'][0]}`;
}[keyof Entities];

/** Calls of entities that write a row in the audit. */
export type EntityOperation =
  | ChangingCall
  | {
      [N in keyof Entities]:
        | `export${Entities[N]['calls'][1]}`
        | (Entities[N] extends { canRemove: true } ? `remove${Entities[N]['calls'][0]}` : never);
    }[keyof Entities];

/** Calls of entities that read. */
export type EntityReading = {
  [N in keyof Entities]: `list${Entities[N]['calls'][1]}` | `get${Entities[N]['calls'][0]}`;
}[keyof Entities];

export const allEntities: readonly EntityDeclaration[] = Object.values(entities);

const isChangingCall = (name: string): name is ChangingCall =>
  allEntities.some(({ calls: [one] }) => name === `create${one}` || name === `change${one}`);

/** Returns the names of the calls that create and change a row of an entity. */
export const changingCallsOf = ({
  calls: [one],
}: EntityDeclaration): readonly [create: ChangingCall, change: ChangingCall] => {
  const [create, change] = [`create${one}`, `change${one}`];
  if (!isChangingCall(create) || !isChangingCall(change))
    throw new RangeError(`${one} is not in the table of entities`);
  return [create, change];
};

export const findEntity = (name: string): EntityDeclaration | undefined =>
  allEntities.find((entity) => entity.name === name);
