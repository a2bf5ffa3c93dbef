import { type TrustClaim, trustClaims } from '@ceiba/domain/content/trust-claims';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';

const icons: Record<TrustClaim['id'], string> = {
  returns: 'rotate-ccw',
  shipping: 'truck',
  pickup: 'store',
  support: 'headset',
};

/** The claims of APP-19, each with an icon of the sprite. */
export const claimsWithIcons = (policy: PublicPolicy) =>
  trustClaims(policy).map((claim) => ({ ...claim, icon: icons[claim.id] }));
