import { listText } from '../platform/list-text.ts';
import type { PublicTerms } from './shop-policy.ts';

/** "envío a toda Guatemala y cuotas sin recargo", for descriptions of pages. Mentions cuotas only if a card has them. */
export const promisesText = (promises: readonly string[], { installmentPlans }: PublicTerms): string =>
  listText(installmentPlans.length > 0 ? [...promises, 'cuotas sin recargo'] : promises);
