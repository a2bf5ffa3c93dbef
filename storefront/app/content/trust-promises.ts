import { type TrustPromise, trustPromises } from '@ceiba/domain/content/trust-promises';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';

const icons: Record<TrustPromise['id'], string> = {
  returns: 'rotate-ccw',
  shipping: 'truck',
  pickup: 'store',
  support: 'headset',
};

/** The claims of APP-19, each with an icon of the sprite. */
export const promisesWithIcons = (policy: PublicPolicy) =>
  trustPromises(policy).map((promise) => ({ ...promise, icon: icons[promise.id] }));
