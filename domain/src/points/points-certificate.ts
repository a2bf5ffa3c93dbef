import { certificateLabel } from '../carts/cart-totals.ts';
import { type Centavos, centavos, quetzales, smaller, times } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';

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

/** PTS-17: the server's message, else this. */
export const noCertificatesText = 'No se encontraron cupones disponibles para la opción seleccionada';

/** DEC-114, in milliseconds: life of an issued certificate that is not applied. */
export const certificateLifeMs = 30 * 60_000;

export interface IssuedCertificate {
  cartId: string;
  amount: Centavos;
  issuedAt: Date;
}

export type CertificateRefusal = {
  code: 'CERTIFICATE_OF_OTHER_CART' | 'CERTIFICATE_EXPIRED' | 'COUPON_ALREADY_APPLIED';
};

/** Whether a certificate can be applied to a cart now (DEC-114, DIF-33). */
export function checkCertificate(
  certificate: IssuedCertificate,
  cart: { id: string; hasCoupon: boolean },
  now: Date,
): Result<Centavos, CertificateRefusal> {
  if (certificate.cartId !== cart.id) return refuse({ code: 'CERTIFICATE_OF_OTHER_CART' });
  if (cart.hasCoupon) return refuse({ code: 'COUPON_ALREADY_APPLIED' });
  const age = now.getTime() - certificate.issuedAt.getTime();
  return age < certificateLifeMs ? ok(certificate.amount) : refuse({ code: 'CERTIFICATE_EXPIRED' });
}

/** PTS-01, PTS-05, PTS-06, PTS-18, DEC-38, DEC-39. */
export const pointsTexts = {
  title: 'Canje de puntos',
  applied: 'Puntos aplicados',
  revert: 'Revertir canje',
  success: 'Tus puntos se descontarán al momento de facturar. Puedes revertir el canje antes de finalizar tu compra.',
  example: certificateLabel(quetzales(2_000)),
  failedTitle: 'Hemos encontrado un error',
  failedMessage: 'Lo sentimos, no podemos procesar la solicitud',
} as const;

/** 0 card data, 1 balance and choice, 2 done (PTS-03). */
export type PointsStep = 0 | 1 | 2;

/** Going on from "done" closes the drawer and starts anew. */
export const nextPointsStep = (step: PointsStep): PointsStep => (step === 0 ? 1 : step === 1 ? 2 : 0);

export const previousPointsStep = (step: PointsStep): PointsStep => (step === 2 ? 1 : 0);
