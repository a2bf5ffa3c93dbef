import { describe, expect, test } from 'vitest';
import { type Alert, type AlertArea, type AlertId, alertDurationMs, alertRole, hideAlert, showAlert } from './alert.ts';

const alert = (id: AlertId, message = ''): Alert => ({ id, title: 'T', message, type: 'Error', isVisible: true });

describe('time that alerts stay on screen', () => {
  test.each<[AlertId, AlertArea, number | null]>([
    ['cart-alerts', 'general', 8_000],
    ['cart-alerts', 'checkout', 8_000],
    ['invalid-cart-alerts', 'checkout', 8_000],
    ['profile-alert', 'checkout', 8_000],
    ['auth-alert', 'checkout', 8_000],
    ['addresses-alert', 'general', 8_000],
    ['addresses-alert', 'checkout', 4_000],
    ['NitFailure', 'checkout', 4_000],
    ['InstallmentsError', 'checkout', 4_000],
    ['PaymentError', 'checkout', 4_000],
    ['PaymentError', 'general', 8_000],
    ['points-alert', 'checkout', 4_000],
    ['warranty-alert', 'general', 8_000],
    ['returns-alert', 'general', 8_000],
    ['expired-session', 'general', null],
    ['expired-session', 'checkout', null],
  ])('[APP-24] [APP-25] [CONST-02] [CONST-03] [DIF-07] %s in %s: %s', (id, area, expected) => {
    expect(alertDurationMs(id, area)).toBe(expected);
  });

  test('[DEC-17] only errors and warnings interrupt a screen reader', () => {
    const roles = (['Error', 'Warning', 'Info', 'Success'] as const).map(alertRole);
    expect(roles).toEqual(['alert', 'alert', 'status', 'status']);
  });
});

describe('list', () => {
  const shown = [alert('cart-alerts', 'old'), alert('PaymentError')];

  test('[APP-22] an alert with the same id is replaced in place, another is added', () => {
    expect(showAlert(shown, alert('cart-alerts', 'new'))).toEqual([alert('cart-alerts', 'new'), shown[1]]);
    expect(showAlert(shown, alert('NitFailure'))).toEqual([...shown, alert('NitFailure')]);
    expect(showAlert([], alert('NitFailure'))).toEqual([alert('NitFailure')]);
  });

  test('[APP-22] closing an alert removes only that alert', () => {
    expect(hideAlert(shown, 'cart-alerts')).toEqual([shown[1]]);
  });
});
