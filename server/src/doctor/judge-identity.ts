import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { identityOptions } from '../identity/shop-command.ts';
import { type Diagnosis, look, sound } from './diagnosis.ts';
import { identityTexts as texts } from './identity-texts.ts';

/**
 * Values that every shop has and that shoppers look for. A missing value leaves a gap on pages, mails and documents.
 */
const wanted = [
  'legal-name',
  'nit',
  'sentence',
  'logo',
  'logo-on-dark',
  'icon',
  'app-icon',
  'email',
  'address',
  'hours',
] as const;

const isSet = (value: string | null): boolean => value !== null && value !== '';

/** Checks whether the shop's identity is set. No value is invented: without a name, shoppers see the host. */
export const judgeIdentity = (policy: ShopPolicy, publicUrl: string): Diagnosis[] => {
  const unset = wanted.filter((option) => !isSet(policy[identityOptions[option]]));
  return [
    policy.shopName === '' ? look(texts.unnamed(new URL(publicUrl).host)) : sound(texts.named(policy.shopName)),
    ...(unset.length === 0 ? [] : [look(texts.unset(unset))]),
  ];
};
