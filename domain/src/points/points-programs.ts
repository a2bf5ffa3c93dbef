import type { Flags } from '../flags/flags.ts';
import type { PointsPaymentType } from '../payments/payment-amounts.ts';

/** Fields a program asks for (DEC-112). */
export type PointsInput = 'dpi' | 'birthDate' | 'ccNumber' | 'ccDate' | 'ccCVV' | 'ccOwner';

export interface PointsProgram {
  name: PointsPaymentType;
  title: string;
  flag: keyof Flags;
  inputs: readonly PointsInput[];
  /** One of those the cart banner names (DEC-112). */
  isInBanner: boolean;
}

const cardInputs: readonly PointsInput[] = ['ccNumber', 'ccDate', 'ccCVV', 'ccOwner'];

/** In the order shown (DEC-112, DEC-158). */
export const pointsPrograms: readonly PointsProgram[] = [
  { name: 'MaxpointsPoints', title: 'Puntos MAX', flag: 'pointsMax', inputs: ['dpi', 'birthDate'], isInBanner: true },
  { name: 'BiPoints', title: 'Puntos BI', flag: 'pointsBi', inputs: cardInputs, isInBanner: true },
  { name: 'BacPoints', title: 'Puntos BAC', flag: 'pointsBac', inputs: cardInputs, isInBanner: true },
  { name: 'VisanetPoints', title: 'Visanet cash', flag: 'pointsCash', inputs: cardInputs, isInBanner: false },
  {
    name: 'PromericaPoints',
    title: 'Puntos Promerica',
    flag: 'pointsPromerica',
    inputs: cardInputs,
    isInBanner: false,
  },
];

export interface CartForPoints {
  isThirdParty: boolean;
  /** Points cannot be chosen beside a donation (DIF-17). */
  hasDonation: boolean;
}

/**
 * Programs a cart may use (PTS-12, PTS-13, DEC-115): the enabled ones; third-party carts only Puntos MAX, and only
 * with the flag for it. Link carts make no difference. None = the section is hidden (FLAG-02).
 */
export function availablePrograms(cart: CartForPoints, flags: Flags): PointsProgram[] {
  const enabled = pointsPrograms.filter((program) => flags[program.flag]);
  if (!cart.isThirdParty) return enabled;
  return flags.thirdPartyPoints ? enabled.filter((program) => program.name === 'MaxpointsPoints') : [];
}

/** What the server answers 403 to (DEC-113); the donation disables all of them (DIF-17). */
export const isProgramAllowed = (name: PointsPaymentType, cart: CartForPoints, flags: Flags): boolean =>
  !cart.hasDonation && availablePrograms(cart, flags).some((program) => program.name === name);

/** The programs the cart banner names. */
export const bannerPrograms = (flags: Flags): PointsProgram[] =>
  pointsPrograms.filter((program) => program.isInBanner && flags[program.flag]);
