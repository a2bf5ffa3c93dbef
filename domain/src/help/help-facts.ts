import { type Centavos, formatQ, quetzales, withThousands, zero } from '../money/money.ts';
import { certificateAmounts, earnedPointPrice, pointsFor } from '../points/points.ts';
import type { ShopOffers, ShopTerms } from '../policies/shop-offers.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/** "1 día hábil", "3 días hábiles". */
export const businessDaysText = (days: number): string => (days === 1 ? '1 día hábil' : `${days} días hábiles`);

/** "45 minutos", "2 horas": in hours if they are whole. */
export function minutesText(minutes: number): string {
  if (minutes % 60 !== 0 || minutes === 0) return minutes === 1 ? '1 minuto' : `${minutes} minutos`;
  return minutes === 60 ? '1 hora' : `${minutes / 60} horas`;
}

/** An amount in a sentence: whole amounts without decimals (APP-03). */
const amountText = (amount: Centavos): string => formatQ(amount).replace(/\.00$/, '');

/**
 * The values that an operator's texts may quote by a name in braces: "{returnDays}". Texts never contain these numbers
 * themselves, so that a change of the policy makes no text wrong.
 */
export const helpFacts = (policy: ShopPolicy): Readonly<Record<string, string>> => ({
  freeDeliveryThreshold: amountText(policy.freeDeliveryThreshold),
  homeRegionFee: amountText(policy.homeRegionFee),
  otherRegionFee: amountText(policy.otherRegionFee),
  homeRegionDays: businessDaysText(policy.homeRegionDays),
  otherRegionDays: businessDaysText(policy.otherRegionDays),
  dropshippingDays: businessDaysText(policy.dropshippingDays),
  deliveryCutoffHour: `${policy.deliveryCutoffHour}:00`,
  pickupPreparationMinutes: minutesText(policy.pickupPreparationMinutes),
  transferDays: businessDaysText(policy.transferDays),
  finalConsumerLimit: amountText(policy.finalConsumerLimit),
  installmentsMinimum: amountText(policy.installmentsMinimum),
  returnDays: businessDaysText(policy.returnDays),
  linkCartDays: `${policy.linkCartDays} días`,
  supportPhone: policy.supportPhone,
  loyaltyEmail: policy.loyaltyEmail,
  earnedPointPrice: amountText(earnedPointPrice),
  pointsOfQuetzal: withThousands(String(pointsFor(quetzales(1)))),
  leastCertificate: amountText(certificateAmounts[0] ?? zero),
});

/** Replaces every known name in braces. Unknown names stay, so that the author sees the mistyped one. */
export const withFacts = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w{1,40})\}/g, (braced, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? braced) : braced,
  );

/** Conditions of a text, by the name in braces. */
const conditions: Readonly<Record<string, (offers: ShopOffers) => boolean>> = {
  points: ({ acceptsPoints }) => acceptsPoints,
  earning: ({ earnsPoints }) => earnsPoints,
  installments: ({ installmentPlans }) => installmentPlans.length > 0,
};

/** Shows or hides parts: "{points:shown where points can pay}", "{points:shown there|shown elsewhere}". */
const withOffers = (text: string, offers: ShopOffers): string =>
  text.replace(/\{(\w{1,40}):([^{}|]*)(?:\|([^{}|]*))?\}/g, (braced, name: string, shown: string, otherwise = '') => {
    const holds = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
    return holds === undefined ? braced : holds(offers) ? shown : otherwise;
  });

/** A text with its quoted numbers, and without what this shop does not offer (record 0096). */
export const shownText = (text: string, terms: ShopTerms): string =>
  withOffers(withFacts(text, helpFacts(terms)), terms);

/** Marks a text that became empty. */
const nothing = Symbol('nothing');

/**
 * A content page with its quoted numbers, and without what this shop does not offer (record 0096). A text that became empty
 * removes the question, step or block around it.
 */
export function withShopFacts<Page extends { title: string; description: string; blocks: unknown[] }>(
  page: Page,
  terms: ShopTerms,
): Page {
  const facts = helpFacts(terms);
  const fill = (text: string): string => withOffers(withFacts(text, facts), terms);
  const reviveShown = (_: string, value: unknown): unknown => {
    if (typeof value === 'string') return value !== '' && fill(value) === '' ? nothing : fill(value);
    if (Array.isArray(value)) {
      const left = value.filter((each) => each !== nothing);
      return left.length === 0 && value.length > 0 ? nothing : left;
    }
    return typeof value === 'object' && value !== null && Object.values(value).includes(nothing) ? nothing : value;
  };
  const blocks = JSON.parse(JSON.stringify(page.blocks), reviveShown);
  return {
    ...page,
    title: fill(page.title),
    description: fill(page.description),
    blocks: blocks === nothing ? [] : blocks,
  };
}
