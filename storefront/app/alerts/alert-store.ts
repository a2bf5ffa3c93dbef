import {
  type Alert,
  type AlertArea,
  type AlertId,
  alertDurationMs,
  showAlert as withAlert,
  hideAlert as without,
} from '@ceiba/domain/alerts/alert';

let alerts: readonly Alert[] = [];
const timers = new Map<AlertId, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

const replace = (next: readonly Alert[]): void => {
  alerts = next;
  for (const listener of listeners) listener();
};

/**
 * Shows an alert in the corner; one with the same id is replaced and its time starts again (APP-22, DEC-17).
 * `area` decides how long it stays (APP-24, APP-25). Only for the browser.
 */
export function showAlert(alert: Omit<Alert, 'isVisible'>, area: AlertArea = 'general'): void {
  clearTimeout(timers.get(alert.id));
  timers.delete(alert.id);
  replace(withAlert(alerts, { ...alert, isVisible: true }));
  const duration = alertDurationMs(alert.id, area);
  if (duration !== null)
    timers.set(
      alert.id,
      setTimeout(() => hideAlert(alert.id), duration),
    );
}

export function hideAlert(id: AlertId): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  replace(without(alerts, id));
}

const none: readonly Alert[] = [];

export const alertStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly Alert[] => alerts,
  getOnServer: (): readonly Alert[] => none,
};
