import type { ApiError } from '@ceiba/contract/client';
import { ApiFailure } from './api.ts';

export interface FailureWords {
  title: string;
  message: string;
}

const secondsText = (seconds: number): string => (seconds === 1 ? '1 segundo' : `${seconds} segundos`);

/** Seconds to wait where the server did not say. */
const usualWait = 60;

/** A budget of calls is used up: how long until the next. */
export const tooManyWords = ({ retryAfter = usualWait }: ApiError): FailureWords => ({
  title: 'Demasiados intentos seguidos',
  message: `Espera ${secondsText(retryAfter)} y vuelve a intentarlo.`,
});

/** What a refusal or a silence means wherever it comes, and what to do about it; null where only the place knows. */
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
      return {
        title: 'Este carrito ya es un pedido',
        message: 'Revisa tu correo: ahí está el detalle. Lo que agregues ahora irá en un carrito nuevo.',
      };
    case 'NOT_READY':
      return { title: 'La tienda vuelve en un momento', message: 'Espera unos segundos y vuelve a intentarlo.' };
    default:
      return null;
  }
}

/** The words of a failed call: its own where it has any, else what failed at this place. */
export const failureWords = (error: Error, otherwise: FailureWords): FailureWords =>
  (error instanceof ApiFailure ? wordsOf(error.error) : null) ?? otherwise;
