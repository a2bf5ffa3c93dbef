import { ApiFailure } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { ApiError } from '@ceiba/contract/client';
import type { Alert, AlertId } from '@ceiba/domain/alerts/alert';
import { showAlert } from '../alerts/notices.ts';

interface FailureAlert {
  id: AlertId;
  title: string;
  /** Replaces the server's message. */
  message?: string;
}

const alertOf = (error: ApiError, { id, title, message }: FailureAlert): Omit<Alert, 'isVisible'> => {
  const own = { title, message: message ?? (error.message || 'Vuelve a intentarlo en un momento.') };
  return { id, type: 'Error', ...failureWords(new ApiFailure(error), own) };
};

/** Shows in the corner why a call outside any form failed. */
export const showFailure = (error: ApiError, alert: FailureAlert): void => showAlert(alertOf(error, alert));

/** The texts that a form shows when its call was refused. */
export interface Refusal {
  /** Messages by field. */
  fields: Readonly<Record<string, string>>;
  /** The alert in the corner. Null if the fields show everything. */
  alert: Omit<Alert, 'isVisible'> | null;
}

/** The refusal of a call. `fieldOf`: the field that shows the message, by error code. */
export function refusalOf(
  error: ApiError,
  alert: FailureAlert,
  fieldOf: Readonly<Record<string, string>> = {},
): Refusal {
  const refused = fieldOf[error.code];
  const fields = refused === undefined ? (error.metadata.fields ?? {}) : { [refused]: error.message };
  const isShownByField = Object.values(fieldOf).some((field) => Object.hasOwn(fields, field));
  return { fields, alert: isShownByField ? null : alertOf(error, alert) };
}
