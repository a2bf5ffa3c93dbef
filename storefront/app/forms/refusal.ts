import { ApiFailure } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { ApiError } from '@ceiba/contract/client';
import type { Alert, AlertId } from '@ceiba/domain/alerts/alert';
import { showAlert } from '../alerts/notices.ts';

interface FailedPlace {
  id: AlertId;
  title: string;
  /** In place of the server's own words. */
  message?: string;
}

const alertOf = (error: ApiError, { id, title, message }: FailedPlace): Omit<Alert, 'isVisible'> => {
  const own = { title, message: message ?? (error.message || 'Vuelve a intentarlo en un momento.') };
  return { id, type: 'Error', ...failureWords(new ApiFailure(error), own) };
};

/** Says in the corner why a call failed that no form has sent. */
export const showFailure = (error: ApiError, place: FailedPlace): void => showAlert(alertOf(error, place));

/** What a form says when what it sent was not taken. */
export interface Refusal {
  /** Messages by field. */
  fields: Readonly<Record<string, string>>;
  /** What the corner says; null where a field says it all. */
  alert: Omit<Alert, 'isVisible'> | null;
}

/** The refusal of a call. `fieldOf`: the fields that speak for themselves, by the code they are refused with. */
export function refusalOf(
  error: ApiError,
  place: FailedPlace,
  fieldOf: Readonly<Record<string, string>> = {},
): Refusal {
  const refused = fieldOf[error.code];
  const fields = refused === undefined ? (error.metadata.fields ?? {}) : { [refused]: error.message };
  const isSaid = Object.values(fieldOf).some((field) => Object.hasOwn(fields, field));
  return { fields, alert: isSaid ? null : alertOf(error, place) };
}
