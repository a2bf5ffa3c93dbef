import { type Centavos, formatQ, quetzales, withThousands, zero } from '../money/money.ts';
import { certificateAmounts, earnedPointPrice, pointsFor } from '../points/points.ts';
import type { ShopOffers, ShopTerms } from '../policies/shop-offers.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/** Returns "1 día hábil" or "3 días hábiles". */
export const businessDaysText = (days: number): string => (days === 1 ? '1 día hábil' : `${days} días hábiles`);

/** Returns "45 minutos" or "2 horas". Uses hours if they are whole. */
export function minutesText(minutes: number): string {
  if (minutes % 60 !== 0 || minutes === 0) return minutes === 1 ? '1 minuto' : `${minutes} minutos`;
  return minutes === 60 ? '1 hora' : `${minutes / 60} horas`;
}

/** Formats an amount for a sentence: whole amounts without decimals (APP-03). */
const amountText = (amount: Centavos): string => formatQ(amount).replace(/\.00$/, '');

/**
 * The values for names in braces in an operator's texts: "{returnDays}". The texts use names instead of numbers, so
 * that they stay correct when the policy changes.
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

/** Replaces every known name in braces. Unknown names stay, so that the author notices a typing mistake. */
export const withFacts = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w{1,40})\}/g, (braced, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? braced) : braced,
  );

/** Conditions for parts of a text, by the name in braces. */
const conditions: Readonly<Record<string, (offers: ShopOffers) => boolean>> = {
  points: ({ acceptsPoints }) => acceptsPoints,
  earning: ({ earnsPoints }) => earnsPoints,
  installments: ({ installmentPlans }) => installmentPlans.length > 0,
};

/** Shows or hides parts: "{points:shown if points can pay}", "{points:shown if so|shown otherwise}". */
const withOffers = (text: string, offers: ShopOffers): string =>
  text.replace(/\{(\w{1,40}):([^{}|]*)(?:\|([^{}|]*))?\}/g, (braced, name: string, shown: string, otherwise = '') => {
    const holds = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
    return holds === undefined ? braced : holds(offers) ? shown : otherwise;
  });

/** Returns a text with its numbers, and without parts about services that this shop does not offer (record 0096). */
export const shownText = (text: string, terms: ShopTerms): string =>
  withOffers(withFacts(text, helpFacts(terms)), terms);

/** Marks a text that has become empty. */
const nothing = Symbol('nothing');

/**
 * Returns a content page with its numbers, and without parts about services that this shop does not offer (record
 * 0096). An empty text removes the question, step or block around it.
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
