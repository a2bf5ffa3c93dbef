import { isOneOf, isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import { type Alert, alertIds } from '@ceiba/domain/alerts/alert';
import { showAlert, useNotices } from './notices.ts';

/** Session storage: alerts on their way into the next document. */
const storageKey = 'ceiba.alerts';

const isAlert = isShape<Omit<Alert, 'isVisible'>>({
  id: isOneOf(...alertIds),
  title: isText,
  message: isText,
  type: isOneOf('Error', 'Warning', 'Info', 'Success'),
});

/** Before a way within the shop that loads a new document: what is said now is said there. */
export function carryAlerts(): void {
  const { alerts } = useNotices.getState();
  writeStored('session', storageKey, alerts.length === 0 ? null : JSON.stringify(alerts));
}

/** Says once what the document before had still to say. */
export function showCarriedAlerts(): void {
  const carried = parseJson(readStored('session', storageKey));
  writeStored('session', storageKey, null);
  if (!Array.isArray(carried)) return;
  for (const { id, title, message, type } of carried.filter(isAlert)) showAlert({ id, title, message, type });
}
