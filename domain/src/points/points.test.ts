import { describe, expect, test } from 'vitest';
import { demoFlags, type Flags } from '../flags/flags.ts';
import { centavos, quetzales } from '../money/money.ts';
import {
  availablePrograms,
  balanceOf,
  bannerPrograms,
  type CartForPoints,
  certificateAmounts,
  certificateOffer,
  checkCertificate,
  earnedPoints,
  isProgramAllowed,
  largestCertificate,
  nextPointsStep,
  noCertificatesText,
  offeredCertificates,
  pointsBannerText,
  pointsFor,
  pointsLabel,
  pointsPrograms,
  pointsSignUpText,
  pointsTexts,
  previousPointsStep,
} from './points.ts';

describe('label', () => {
  test.each([
    [999, 0, null],
    [1_000, 1, '1 punto'],
    [1_999, 1, '1 punto'],
    [2_000, 2, '2 puntos'],
    [1_234_599, 1_234, '1,234 puntos'],
    [0, 0, null],
  ])('[DEC-86] [DEC-182] points for a price of %d', (price, points, label) => {
    expect(earnedPoints(centavos(price), true)).toBe(points);
    expect(pointsLabel(points)).toBe(label);
  });

  test('[DEC-86] [CAT-18] only own goods earn points, and the texts are as documented', () => {
    expect(earnedPoints(quetzales(100), false)).toBe(0);
    expect(pointsBannerText('12 puntos')).toBe('Obten 12 puntos al comprar este producto');
    expect(pointsSignUpText).toBe('Regístrate para acumular puntos');
  });
});

describe('certificates', () => {
  test.each([
    [40_000, 1_000_000, [25, 50, 100, 200, 300, 500, 1_000, 2_000]],
    [20_000, 1_000_000, [25, 50, 100, 200, 300, 500, 1_000, 2_000]],
    [19_999, 1_000_000, [25, 50, 100, 200, 300, 500, 1_000]],
    [40_000, 30_000, [25, 50, 100, 200, 300]],
    [40_000, 29_999, [25, 50, 100, 200]],
    [250, 1_000_000, [25]],
    [249, 1_000_000, []],
    [0, 1_000_000, []],
    [40_000, 0, []],
  ])('[DEC-113] certificates for %d points, %d payable: %j', (points, payable, expected) => {
    expect(offeredCertificates(points, centavos(payable))).toEqual(expected.map(quetzales));
  });

  test('[DEC-113] 10 points are Q1, and Q1 is 10 points', () => {
    expect(balanceOf(10)).toBe(100);
    for (const amount of certificateAmounts) expect(balanceOf(pointsFor(amount))).toBe(amount);
  });

  test.each([
    [249, 1_000_000, 'Necesitas al menos 250 puntos para un certificado.'],
    [250, 2_499, 'Tu compra no llega a Q25.00, el certificado más pequeño.'],
    [250, 2_500, ''],
  ])('[DEC-113] the offer for %d points and %d payable: %j', (points, payable, message) => {
    expect(certificateOffer(points, centavos(payable)).message).toBe(message);
  });

  const issuedAt = new Date('2026-11-21T12:00:00Z');
  const certificate = { cartId: 'a', amount: quetzales(25), issuedAt };
  const cart = { id: 'a', hasCoupon: false, payableByPoints: quetzales(25) };

  test.each([
    ['at once', cart, 0, { ok: true, value: 2_500 }],
    ['just in time', cart, 30 * 60_000 - 1, { ok: true, value: 2_500 }],
    ['after 30 minutes', cart, 30 * 60_000, { ok: false, error: { code: 'CERTIFICATE_EXPIRED' } }],
    [
      'on another cart',
      { ...cart, id: 'b', hasCoupon: true },
      0,
      { ok: false, error: { code: 'CERTIFICATE_OF_OTHER_CART' } },
    ],
    ['with a coupon', { ...cart, hasCoupon: true }, 0, { ok: false, error: { code: 'COUPON_ALREADY_APPLIED' } }],
    [
      'above the payable amount of the cart',
      { ...cart, payableByPoints: centavos(2_499) },
      0,
      { ok: false, error: { code: 'CERTIFICATE_ABOVE_TOTAL' } },
    ],
  ])('[DEC-114] [DIF-33] a certificate %s', (_, target, age, expected) => {
    expect(checkCertificate(certificate, target, new Date(issuedAt.getTime() + age))).toEqual(expected);
  });

  test.each([
    [2_499, null],
    [2_500, 2_500],
    [69_900, 50_000],
    [1_000_000, 200_000],
  ])('the largest certificate for a purchase of %i centavos is %s', (payable, largest) => {
    expect(largestCertificate(centavos(payable))).toBe(largest);
  });

  test('[PTS-01] [PTS-05] [PTS-06] [PTS-07] [PTS-17] [PTS-18] the points drawer has the documented texts', () => {
    expect(pointsTexts).toMatchObject({
      title: 'Canje de puntos',
      applied: 'Puntos aplicados',
      revert: 'Revertir canje',
      success:
        'Tus puntos se descontarán al momento de facturar. Puedes revertir el canje antes de finalizar tu compra.',
      example: 'Certificado de Q2,000.00',
      failedTitle: 'Hemos encontrado un error',
      failedMessage: 'Lo sentimos, no podemos procesar la solicitud',
    });
    expect(noCertificatesText).toBe('No se encontraron cupones disponibles para la opción seleccionada');
  });

  test('[PTS-03] the drawer moves forward through its steps, and back', () => {
    expect(([0, 1, 2] as const).map(nextPointsStep)).toEqual([1, 2, 0]);
    expect(([0, 1, 2] as const).map(previousPointsStep)).toEqual([0, 0, 1]);
  });
});

describe('programs', () => {
  const allOn: Flags = { ...demoFlags, pointsPromerica: true, thirdPartyPoints: true };
  const own: CartForPoints = { isThirdParty: false, hasDonation: false };
  const third: CartForPoints = { isThirdParty: true, hasDonation: false };
  const names = (cart: CartForPoints, flags: Flags) => availablePrograms(cart, flags).map(({ name }) => name);

  test('each program requires its own fields', () => {
    const card = ['ccNumber', 'ccDate', 'ccCVV', 'ccOwner'];
    expect(pointsPrograms.map(({ title, inputs, isInBanner }) => [title, inputs, isInBanner])).toEqual([
      ['Puntos MAX', ['dpi', 'birthDate'], true],
      ['Puntos BI', card, true],
      ['Puntos BAC', card, true],
      ['Visanet cash', card, false],
      ['Puntos Promerica', card, false],
    ]);
  });

  test('[PTS-12] [FLAG-02] [DEC-158] a cart is offered only the enabled programs', () => {
    expect(names(own, demoFlags)).toEqual(['MaxpointsPoints', 'BiPoints', 'BacPoints', 'VisanetPoints']);
    expect(names(own, allOn)).toEqual(['MaxpointsPoints', 'BiPoints', 'BacPoints', 'VisanetPoints', 'PromericaPoints']);
    expect(names(own, { ...allOn, pointsMax: false, pointsBi: false })).toEqual([
      'BacPoints',
      'VisanetPoints',
      'PromericaPoints',
    ]);
  });

  test('[PTS-13] [DEC-115] a third-party cart is offered only Puntos MAX, if its flag is on', () => {
    expect(names(third, demoFlags)).toEqual([]);
    expect(names(third, allOn)).toEqual(['MaxpointsPoints']);
    expect(names(third, { ...allOn, pointsMax: false })).toEqual([]);
  });

  test('[DEC-113] [DIF-17] points are refused for third-party carts and donations', () => {
    expect(isProgramAllowed('BiPoints', own, demoFlags)).toBe(true);
    expect(isProgramAllowed('BiPoints', { ...own, hasDonation: true }, demoFlags)).toBe(false);
    expect(isProgramAllowed('PromericaPoints', own, demoFlags)).toBe(false);
    expect(isProgramAllowed('BiPoints', third, allOn)).toBe(false);
  });

  test('[DEC-112] the banner lists the enabled programs that are marked for the banner', () => {
    expect(bannerPrograms(allOn).map(({ title }) => title)).toEqual(['Puntos MAX', 'Puntos BI', 'Puntos BAC']);
    expect(bannerPrograms({ ...allOn, pointsBi: false }).map(({ title }) => title)).toEqual([
      'Puntos MAX',
      'Puntos BAC',
    ]);
  });
});
