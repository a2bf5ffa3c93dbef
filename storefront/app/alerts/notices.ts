import {
  type Alert,
  type AlertArea,
  type AlertId,
  alertDurationMs,
  showAlert as withAlert,
  hideAlert as without,
} from '@ceiba/domain/alerts/alert';
import type { ReactNode } from 'react';
import { create } from 'zustand';

/** The message may contain a link. */
type Shown = Omit<Alert, 'message'> & { message: ReactNode };

interface Notices {
  alerts: readonly Shown[];
  toast: string | null;
}

/** Alerts and toasts of the shop, on every page. Browser only. */
export const useNotices = create<Notices>(() => ({ alerts: [], toast: null }));

const timers = new Map<AlertId | 'toast', ReturnType<typeof setTimeout>>();

/** Restarts the timer of a notice. Null keeps the notice until it is closed. */
function after(id: AlertId | 'toast', milliseconds: number | null, work: () => void): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (milliseconds !== null) timers.set(id, setTimeout(work, milliseconds));
}

/**
 * Shows an alert in the corner. An alert with the same ID is replaced and its timer restarts (APP-22, DEC-17). `area` decides how long the alert
 * stays (APP-24, APP-25).
 */
export function showAlert(alert: Omit<Shown, 'isVisible'>, area: AlertArea = 'general'): void {
  useNotices.setState(({ alerts }) => ({ alerts: withAlert(alerts, { ...alert, isVisible: true }) }));
  after(alert.id, alertDurationMs(alert.id, area), () => hideAlert(alert.id));
}

export function hideAlert(id: AlertId): void {
  after(id, null, () => {});
  useNotices.setState(({ alerts }) => ({ alerts: without(alerts, id) }));
}

/** Hides the alerts of a finished step (ORD-06). The alert of an ended session stays until there is another session (DEC-17). */
export function clearAlerts(): void {
  for (const { id } of useNotices.getState().alerts) if (id !== 'expired-session') hideAlert(id);
}

const toastMs = 4_000;

/** Confirms a small action ("Copiado") for four seconds. Failures are shown as alerts instead. */
export function showToast(text: string): void {
  useNotices.setState({ toast: text });
  after('toast', toastMs, () => useNotices.setState({ toast: null }));
}
