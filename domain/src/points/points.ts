import { appliedPointsText, certificateLabel } from '../carts/cart-totals.ts';
import type { Flags } from '../flags/flags.ts';
import { type Centavos, centavos, formatQ, quetzales, smaller, times, withThousands, zero } from '../money/money.ts';
import type { PointsPaymentType } from '../payments/payment-amounts.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { PointsInput } from './points-inputs.ts';

export interface PointsProgram {
  name: PointsPaymentType;
  /** Names the program in calls (DEC-69). */
  optionId: string;
  title: string;
  flag: keyof Flags;
  inputs: readonly PointsInput[];
  /** One of those the cart banner names (DEC-112). */
  isInBanner: boolean;
}

const cardInputs: readonly PointsInput[] = ['ccNumber', 'ccDate', 'ccCVV', 'ccOwner'];

const program = (name: PointsPaymentType, optionId: string, title: string, flag: keyof Flags, isInBanner: boolean) => ({
  name,
  optionId,
  title,
  flag,
  inputs: cardInputs,
  isInBanner,
});

/** In the order shown (DEC-112, DEC-158). */
export const pointsPrograms: readonly PointsProgram[] = [
  { ...program('MaxpointsPoints', 'puntos-max', 'Puntos MAX', 'pointsMax', true), inputs: ['dpi', 'birthDate'] },
  program('BiPoints', 'puntos-bi', 'Puntos BI', 'pointsBi', true),
  program('BacPoints', 'puntos-bac', 'Puntos BAC', 'pointsBac', true),
  program('VisanetPoints', 'visanet-cash', 'Visanet cash', 'pointsCash', false),
  program('PromericaPoints', 'puntos-promerica', 'Puntos Promerica', 'pointsPromerica', false),
];

/** Title of the program by whose pay type an order was paid wholly with points (DEC-137); null for other pay types. */
export const pointsProgramTitle = (paymentType: string): string | null =>
  pointsPrograms.find(({ name }) => name === paymentType)?.title ?? null;

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

/** Whether at least one program can pay. */
export const acceptsPoints = (flags: Flags): boolean => pointsPrograms.some(({ flag }) => flags[flag]);

/**
 * Whether a purchase earns points (DEC-229): the shop's own program is on, and the adapter of the points port credits
 * (`creditsPoints`, LOYAL-01). The banks credit their own points for the use of their cards.
 */
export const earnsPoints = (flags: Pick<Flags, 'pointsMax'>, creditsPoints: boolean): boolean =>
  flags.pointsMax && creditsPoints;

/** A point for every whole Q10 of sales price (DEC-86). */
export const earnedPointPrice = quetzales(10);

/** Only the store's own goods earn points. */
export const earnedPoints = (salesPrice: Centavos, isFirstPartyGoods: boolean): number =>
  isFirstPartyGoods ? Math.floor(salesPrice / earnedPointPrice) : 0;

/** "1 punto", "1,234 puntos", null below Q10 (DEC-86, DEC-182). */
export function pointsLabel(points: number): string | null {
  if (points < 1) return null;
  return points === 1 ? '1 punto' : `${withThousands(String(points))} puntos`;
}

/** CAT-18; "Obten" is verbatim (DIF-05). */
export const pointsBannerText = (label: string): string => `Obten ${label} al comprar este producto`;

/** DEC-47: below the banner for visitors without a session. */
export const pointsSignUpText = 'Regístrate para acumular puntos';

/** DEC-113: certificates a program issues. */
export const certificateAmounts: readonly Centavos[] = [25, 50, 100, 200, 300, 500, 1_000, 2_000].map(quetzales);

/** DEC-113: 10 points = Q1, so a point is 10 centavos. */
const centavosPerPoint = centavos(10);

/** What points are worth; `points` is an integer ≥ 0. */
export const balanceOf = (points: number): Centavos => times(centavosPerPoint, points);

/** The points a certificate of this amount costs. */
export const pointsFor = (amount: Centavos): number => amount / centavosPerPoint;

/** Certificates not above balance and payable amount, ascending (DEC-113). */
export function offeredCertificates(points: number, payableByPoints: Centavos): Centavos[] {
  const limit = smaller(balanceOf(points), payableByPoints);
  return certificateAmounts.filter((amount) => amount <= limit);
}

/** The largest certificate that a purchase of so much can use; null where even the smallest is larger. */
export const largestCertificate = (payableByPoints: Centavos): Centavos | null =>
  certificateAmounts.findLast((amount) => amount <= payableByPoints) ?? null;

/** PTS-17: the server's message, else this. */
export const noCertificatesText = 'No se encontraron cupones disponibles para la opción seleccionada';

/** What a balance comes to: its certificates, and where there are none why (DEC-113); the text is empty otherwise. */
export function certificateOffer(points: number, payableByPoints: Centavos): { amounts: Centavos[]; message: string } {
  const amounts = offeredCertificates(points, payableByPoints);
  const [least = zero] = certificateAmounts;
  if (amounts.length > 0) return { amounts, message: '' };
  return balanceOf(points) < least
    ? { amounts, message: `Necesitas al menos ${withThousands(String(pointsFor(least)))} puntos para un certificado.` }
    : { amounts, message: `Tu compra no llega a ${formatQ(least)}, el certificado más pequeño.` };
}

/** DEC-114, in milliseconds: life of an issued certificate that is not applied. */
export const certificateLifeMs = 30 * 60_000;

/** In milliseconds: for so long an applied certificate blocks points of a cart that nobody orders (record 0019). */
export const appliedCertificateLifeMs = 24 * 3_600_000;

export interface IssuedCertificate {
  cartId: string;
  amount: Centavos;
  issuedAt: Date;
}

export type CertificateRefusal = {
  code: 'CERTIFICATE_OF_OTHER_CART' | 'CERTIFICATE_EXPIRED' | 'CERTIFICATE_ABOVE_TOTAL' | 'COUPON_ALREADY_APPLIED';
};

/** Whether a certificate can be applied to a cart now (DEC-113, DEC-114, DIF-33): a smaller cart would waste its points. */
export function checkCertificate(
  certificate: IssuedCertificate,
  cart: { id: string; hasCoupon: boolean; payableByPoints: Centavos },
  now: Date,
): Result<Centavos, CertificateRefusal> {
  if (certificate.cartId !== cart.id) return refuse({ code: 'CERTIFICATE_OF_OTHER_CART' });
  if (cart.hasCoupon) return refuse({ code: 'COUPON_ALREADY_APPLIED' });
  const age = now.getTime() - certificate.issuedAt.getTime();
  if (age >= certificateLifeMs) return refuse({ code: 'CERTIFICATE_EXPIRED' });
  return certificate.amount <= cart.payableByPoints
    ? ok(certificate.amount)
    : refuse({ code: 'CERTIFICATE_ABOVE_TOTAL' });
}

/** PTS-01, PTS-05, PTS-06, PTS-18, DEC-38, DEC-39. */
export const pointsTexts = {
  title: 'Canje de puntos',
  applied: appliedPointsText,
  revert: 'Revertir canje',
  success: 'Tus puntos se descontarán al momento de facturar. Puedes revertir el canje antes de finalizar tu compra.',
  example: certificateLabel(quetzales(2_000)),
  /** Beside the example: what this purchase can use. */
  largestNow: (largest: Centavos | null): string =>
    largest === null
      ? `Es un ejemplo: tu compra no llega a ${formatQ(certificateAmounts[0] ?? zero)}, el certificado más pequeño.`
      : `Es un ejemplo: para esta compra, hasta ${formatQ(largest)}.`,
  aboveTotal: 'Es mayor que tu compra: revierte el canje y elige uno más pequeño.',
  failedTitle: 'Hemos encontrado un error',
  failedMessage: 'Lo sentimos, no podemos procesar la solicitud',
} as const;

/** 0 card data, 1 balance and choice, 2 done (PTS-03). */
export type PointsStep = 0 | 1 | 2;

/** Going on from "done" closes the drawer and starts anew. */
export const nextPointsStep = (step: PointsStep): PointsStep => (step === 0 ? 1 : step === 1 ? 2 : 0);

export const previousPointsStep = (step: PointsStep): PointsStep => (step === 2 ? 1 : 0);

/**
 * Requests with the DPI or card number of one account that may fail, whoever sends them, as wrong passwords may (DEC-170);
 * beyond them none is answered until the first is so old.
 */
export const accountGuesses = { failures: 5, windowMs: 15 * 60_000 } as const;

/** Those of one client are counted as declined cards are (DEC-196): in an hour. Milliseconds. */
export const clientGuessesWindowMs = 3_600_000;
