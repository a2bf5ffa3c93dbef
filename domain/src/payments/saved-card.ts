import { isExpired } from './card-form.ts';
import { cardName, cardTypeOf, formatCardNumber } from './card-number.ts';
import type { PaymentMethod } from './payment-options.ts';

/** Texts of PAY-23, PAY-33 and PAY-37, and the label of the field that an order sends (CONST-51). */
export const savedCardTexts = {
  title: 'Tus tarjetas guardadas',
  addNew: '+ Agregar nueva tarjeta',
  useSaved: 'Utilizar tarjeta guardada',
  expired: 'Tarjeta vencida',
  save: 'Guardar tarjeta para futuras compras',
} as const;

/** The label of the field with a saved card's token (CONST-51). */
export const instrumentToken = 'InstrumentToken';

/** The fields of a saved card that the rules need (PAY-32). */
export interface SavedCard {
  instrumentToken: string;
  /** "411111******1111". */
  maskedInstrument: string;
  /** 1 to 12. */
  expirationMonth: number;
  /** Four digits. */
  expirationYear: number;
}

/** Returns the saved cards that a method offers. Amex has no installments (PAY-38). */
export const savedCardsFor = <C extends SavedCard>(method: PaymentMethod | null, cards: readonly C[]): C[] =>
  cards.filter(({ maskedInstrument }) => method !== 'monthlyPayments' || cardTypeOf(maskedInstrument) !== 'amex');

/** Returns whether a card has expired by its month and year. It may have expired after the server listed it (DIF-38). */
export const isSavedCardExpired = ({ expirationMonth: month, expirationYear: year }: SavedCard, now: Date): boolean =>
  isExpired({ month, year }, now);

/** Returns the card's name. Its type comes from the masked number (PAY-32). */
export const savedCardName = ({ maskedInstrument }: SavedCard): string => cardName(cardTypeOf(maskedInstrument));

/** Returns "4111 11•• •••• 1111", in the groups of the card's type (PAY-11). */
export const savedCardNumber = ({ maskedInstrument }: SavedCard): string =>
  (formatCardNumber(maskedInstrument) ?? maskedInstrument).replaceAll('*', '•');

/** Returns "•••• 1111". */
export const savedCardEnding = ({ maskedInstrument }: SavedCard): string => `•••• ${maskedInstrument.slice(-4)}`;

/** Returns "08 / 28". */
export const savedCardExpiry = ({ expirationMonth, expirationYear }: SavedCard): string =>
  `${String(expirationMonth).padStart(2, '0')} / ${String(expirationYear % 100).padStart(2, '0')}`;
