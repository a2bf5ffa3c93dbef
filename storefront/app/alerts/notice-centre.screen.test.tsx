import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const alertIn = (id: string) => document.querySelector(`[role="alert"] [data-alert-id="${id}"]`);

/** Opens a page with alerts; from then on the test controls the clock. */
const openAlerts = async () => {
  await renderScreen('/compare');
  await screen.findByRole('contentinfo');
  // Imported after the page was opened, because each page has its own stores.
  const { showAlert } = await import('./notices.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return {
    show: (...alert: Parameters<typeof showAlert>) => act(() => showAlert(...alert)),
    pass: (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds)),
  };
};

const text = { title: 'Algo pasó', message: 'Inténtalo de nuevo', type: 'Error' } as const;

test.each([
  ['[APP-24, CONST-02] an alert of a line of the cart', 'cart-alerts', 'general', 8_000],
  ['[APP-24] the same in the checkout', 'cart-alerts', 'checkout', 8_000],
  ['[APP-24, CONST-02] a general alert', 'warranty-alert', 'general', 8_000],
  ['[APP-24] an alert of the profile', 'profile-alert', 'general', 8_000],
  ['[APP-25, CONST-03, DIF-07] another alert of the checkout', 'PaymentError', 'checkout', 4_000],
] as const)('%s leaves the screen after its time, and not before', async (_, id, area, milliseconds) => {
  const { show, pass } = await openAlerts();
  show({ id, ...text }, area);
  expect(alertIn(id)).toHaveTextContent('Inténtalo de nuevo');
  pass(milliseconds - 1);
  expect(alertIn(id)).not.toBeNull();
  pass(1);
  expect(alertIn(id)).toBeNull();
});

test('[APP-24] the time of an alert restarts when the alert is shown again', async () => {
  const { show, pass } = await openAlerts();
  show({ id: 'cart-alerts', ...text });
  pass(7_999);
  show({ id: 'cart-alerts', ...text, message: 'Otra vez' });
  pass(7_999);
  expect(alertIn('cart-alerts')).toHaveTextContent('Otra vez');
  pass(1);
  expect(alertIn('cart-alerts')).toBeNull();
});

test('[APP-22] closing one of two alerts leaves the other alert', async () => {
  const { show } = await openAlerts();
  show({ id: 'cart-alerts', ...text });
  show({ id: 'PaymentError', ...text, message: 'Otra' });
  const box = alertIn('PaymentError');
  const close = box?.querySelector('button');
  expect(close).toHaveAccessibleName('Cerrar alerta');
  act(() => close?.click());
  expect(alertIn('PaymentError')).toBeNull();
  expect(alertIn('cart-alerts')).toHaveTextContent('Inténtalo de nuevo');
});
