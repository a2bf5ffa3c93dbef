import { isOneOf, isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import { type Alert, alertIds } from '@ceiba/domain/alerts/alert';
import { showAlert, useNotices } from './notices.ts';

/** Key in session storage for alerts that the next document shows. */
const storageKey = 'ceiba.alerts';

const isAlert = isShape<Omit<Alert, 'isVisible'>>({
  id: isOneOf(...alertIds),
  title: isText,
  message: isText,
  type: isOneOf('Error', 'Warning', 'Info', 'Success'),
});

/** Called before a link within the shop loads a new document, so that the new document shows the current alerts. */
export function carryAlerts(): void {
  const { alerts } = useNotices.getState();
  writeStored('session', storageKey, alerts.length === 0 ? null : JSON.stringify(alerts));
}

/** Shows once the alerts that the previous document left. */
export function showCarriedAlerts(): void {
  const carried = parseJson(readStored('session', storageKey));
  writeStored('session', storageKey, null);
  if (!Array.isArray(carried)) return;
  for (const { id, title, message, type } of carried.filter(isAlert)) showAlert({ id, title, message, type });
}
