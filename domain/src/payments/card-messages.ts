import { checkCardExpiry } from './card-expiry.ts';
import { checkCardNumber } from './card-number.ts';
import { checkCvv } from './cvv.ts';

/** Texts of every card form: single payment, installments, saved card, points card (PAY-13..19, DIF-02, DIF-03, DEC-36). */
export const cardMessages = {
  numberRequired: 'El número de tarjeta es obligatorio',
  numberInvalid: 'El número de tarjeta no es válido',
  numberHint: 'Ingresa el número de tarjeta para validar las cuotas disponibles',
  expiryRequired: 'Fecha de expiración es obligatoria',
  monthInvalid: 'Mes inválido',
  expiryPast: 'Fecha de expiración debe ser en futuro',
  holderRequired: 'Nombre del titular es obligatorio',
  cvvRequired: 'CVV es obligatorio',
  cvvTooShort: 'CVV debe tener al menos 3 digitos',
  cvvTooLong: 'CVV debe tener máximo 4 digitos',
  planRequired: 'Debe seleccionar una cantidad de cuotas',
} as const;

/** Null = nothing to say about the field; the same holds for the functions below. */
export function cardNumberMessage(input: string): string | null {
  const checked = checkCardNumber(input);
  if (checked.ok) return null;
  return checked.error.code === 'empty' ? cardMessages.numberRequired : cardMessages.numberInvalid;
}

/** An expiry without its year counts as missing (PAY-16 has no text of its own for it). */
export function cardExpiryMessage(input: string, now: Date): string | null {
  const checked = checkCardExpiry(input, now);
  if (checked.ok) return null;
  const texts = {
    empty: cardMessages.expiryRequired,
    incomplete: cardMessages.expiryRequired,
    bad_month: cardMessages.monthInvalid,
    past: cardMessages.expiryPast,
  };
  return texts[checked.error.code];
}

/** Letters count as too few digits (PAY-18). */
export function cvvMessage(input: string): string | null {
  const checked = checkCvv(input);
  if (checked.ok) return null;
  const texts = {
    empty: cardMessages.cvvRequired,
    bad_characters: cardMessages.cvvTooShort,
    too_short: cardMessages.cvvTooShort,
    too_long: cardMessages.cvvTooLong,
  };
  return texts[checked.error.code];
}

/** PAY-17. */
export const cardHolderMessage = (input: string): string | null =>
  input.trim() === '' ? cardMessages.holderRequired : null;

/** PAY-19. */
export const paymentPlanMessage = (plan: number | null): string | null =>
  plan === null ? cardMessages.planRequired : null;
