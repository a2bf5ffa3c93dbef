/** The areas of APP-23, and the areas that DEC-18 adds. */
export const alertIds = [
  'cart-alerts',
  'invalid-cart-alerts',
  'expired-session',
  'NitFailure',
  'InstallmentsError',
  'PaymentError',
  'addresses-alert',
  'profile-alert',
  'points-alert',
  'auth-alert',
  'returns-alert',
  'complaints-alert',
  'restock-alert',
  'warranty-alert',
] as const;
export type AlertId = (typeof alertIds)[number];

export type AlertType = 'Error' | 'Warning' | 'Info' | 'Success';

/** An alert in the corner (APP-22). */
export interface Alert {
  id: AlertId;
  title: string;
  message: string;
  type: AlertType;
  isVisible: boolean;
}

/** The area that shows the alert. Alerts in the checkout stay for the short time (DIF-07). */
export type AlertArea = 'general' | 'checkout';

/** Milliseconds for which alerts show, in general and in the checkout (CONST-02, CONST-03). */
export const generalAlertMs = 8_000;
export const checkoutAlertMs = 4_000;

/** Alerts about cart lines stay for the same time in every area with the cart (APP-24). */
const longAlertIds: ReadonlySet<AlertId> = new Set([
  'cart-alerts',
  'invalid-cart-alerts',
  'profile-alert',
  'auth-alert',
]);

/** Returns the milliseconds on screen. Null if a special rule closes the alert (APP-24, APP-25, DIF-07). */
export function alertDurationMs(id: AlertId, area: AlertArea): number | null {
  if (id === 'expired-session') return null;
  if (longAlertIds.has(id)) return generalAlertMs;
  return area === 'checkout' ? checkoutAlertMs : generalAlertMs;
}

/** True if the alert interrupts a screen reader, as errors and warnings do (DEC-17). */
export const alertRole = (type: AlertType): 'alert' | 'status' =>
  type === 'Error' || type === 'Warning' ? 'alert' : 'status';

/** Shows an alert. Replaces an alert with the same id, in the same place (APP-22). */
export function showAlert<A extends Pick<Alert, 'id'>>(alerts: readonly A[], alert: A): A[] {
  const isShown = alerts.some((shown) => shown.id === alert.id);
  return isShown ? alerts.map((shown) => (shown.id === alert.id ? alert : shown)) : [...alerts, alert];
}

export const hideAlert = <A extends Pick<Alert, 'id'>>(alerts: readonly A[], id: AlertId): A[] =>
  alerts.filter((alert) => alert.id !== id);
