import type { ApiError } from '@ceiba/contract/client';
import { ApiFailure } from './call-failure.ts';

export interface FailureWords {
  title: string;
  message: string;
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The time to wait, rounded up: in seconds up to two minutes, in minutes up to two hours. */
const waitText = (seconds: number): string => {
  if (seconds < 120) return counted(seconds, 'segundo');
  return seconds < 7_200 ? counted(Math.ceil(seconds / 60), 'minuto') : counted(Math.ceil(seconds / 3_600), 'hora');
};

/** Seconds to wait if the server does not say. */
const usualWait = 60;

/** The text for an exhausted limit of calls, with the time to wait. */
export const tooManyWords = ({ retryAfter = usualWait }: ApiError): FailureWords => ({
  title: 'Demasiados intentos seguidos',
  message: `Espera ${waitText(retryAfter)} y vuelve a intentarlo.`,
});

/** The text for a cart that has become an order (DEC-72). */
export const orderedCartWords: FailureWords = {
  title: 'Este carrito ya es un pedido',
  message: 'Revisa tu correo: ahí está el detalle. Lo que agregues ahora irá en un carrito nuevo.',
};

/** The text for a refusal or a missing answer of any call, with the next step. Null if only the caller knows the next step. */
function wordsOf(error: ApiError): FailureWords | null {
  switch (error.code) {
    case 'TIMEOUT':
      return {
        title: 'La tienda tarda en responder',
        message: 'No sabemos si el cambio se guardó. Revísalo y vuelve a intentarlo.',
      };
    case 'NETWORK':
      return {
        title: 'No hay conexión con la tienda',
        message: 'Revisa tu conexión a internet y vuelve a intentarlo.',
      };
    case 'RATE_LIMITED':
      return tooManyWords(error);
    case 'CART_CLOSED':
      return orderedCartWords;
    case 'VISIT_NOT_COVERED':
      return { title: 'No llegamos a ese lugar', message: error.message };
    case 'NOT_READY':
      return { title: 'La tienda vuelve en un momento', message: 'Espera unos segundos y vuelve a intentarlo.' };
    case 'MAINTENANCE':
    case 'READ_ONLY':
      return { title: 'Estamos mejorando la tienda', message: 'Intenta de nuevo en unos minutos.' };
    default:
      return null;
  }
}

/** The text of a failed call: the general text of its failure if there is one, otherwise the caller's text. */
export const failureWords = (error: Error, otherwise: FailureWords): FailureWords =>
  (error instanceof ApiFailure ? wordsOf(error.error) : null) ?? otherwise;
