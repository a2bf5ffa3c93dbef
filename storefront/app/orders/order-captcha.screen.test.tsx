import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/network.ts';
import { openPayment, order } from '../testing/open-payment.ts';
import { sampleChallenge } from '../testing/samples.ts';

const captchaRequired = refusal('CAPTCHA_FAILED');
const placed = { status: 200, data: { orderNumber: '100000001' } };

test('[DEC-196] an order that needs a captcha is sent again unchanged, with the same key and the solution', async () => {
  let isAsked = false;
  const shop = await openPayment({
    getCaptchaChallenge: sampleChallenge,
    placeOrder: () => {
      const answer = isAsked ? placed : captchaRequired;
      isAsked = true;
      return answer;
    },
  });
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  const [first, second, ...more] = shop.sentTo('placeOrder');
  expect(more).toEqual([]);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  const solution = JSON.parse(atob(second?.headers['x-recaptcha'] ?? ''));
  expect(solution).toMatchObject({ challenge: sampleChallenge.challenge, number: 0 });
});

test('[DEC-196] without a challenge an alert says so, the chosen method stays, and the shopper may press again', async () => {
  let isClosed = true;
  const shop = await openPayment({
    getCaptchaChallenge: refusal('FEATURE_DISABLED'),
    placeOrder: () => (isClosed ? captchaRequired : placed),
  });
  await order(shop);
  expect((await screen.findAllByText('No pudimos verificar tu pedido'))[0]).toBeVisible();
  expect(screen.getByRole('button', { name: 'Efectivo contra entrega' })).toHaveAttribute('aria-expanded', 'true');
  isClosed = false;
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
});
