import { trustClaims } from '@ceiba/domain/content/fallback-texts';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';

const icons = ['rotate-ccw', 'truck', 'store', 'headset'] as const;

/** The claims of APP-19, each with an icon of the sprite. */
export const claimsWithIcons = (policy: PublicPolicy) =>
  trustClaims(policy).map((claim, index) => ({ claim, icon: icons[index] ?? 'store' }));
