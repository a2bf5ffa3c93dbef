import { checkEmail } from '../customers/email.ts';
import { addYears, type CivilDate, parseCivilDate } from '../dates/civil-date.ts';
import { ok, type Result, refuse } from '../result.ts';

/** The form (DIF-36). */
export interface RecipientForm {
  recipientEmail: string;
  recipientName: string;
  message: string;
  /** YYYY-MM-DD. */
  deliveryDate: string;
}

/** The fields of the call (GIFT-02). */
export interface GiftCardInfo {
  giftcardEmail: string;
  giftcardName: string;
  giftcardMessage: string;
  giftcardDeliveryDate: CivilDate;
}

export type RecipientField = keyof RecipientForm;
export type RecipientRefusal = { code: 'invalid_recipient'; fields: RecipientField[] };

/** DEC-83. */
export const giftMessageMaxLength = 250;

/** One sentence per field, for the page and for the call (DEC-194). */
export const recipientMessages: Record<RecipientField, string> = {
  recipientEmail: 'Escribe un correo electrónico válido, como nombre@correo.com.',
  recipientName: 'Escribe el nombre de quien la recibe.',
  message: `El mensaje puede tener hasta ${giftMessageMaxLength} caracteres.`,
  deliveryDate: 'Elige una fecha entre hoy y dentro de un año.',
};

/** Checks the whole form and names every field that is wrong (DEC-83): the date is today to one year from today. */
export function checkRecipient(form: RecipientForm, today: CivilDate): Result<GiftCardInfo, RecipientRefusal> {
  const email = checkEmail(form.recipientEmail);
  const name = form.recipientName.trim();
  const message = form.message.trim();
  const date = parseCivilDate(form.deliveryDate);
  const isDateGood = date.ok && isDeliveryDateOpen(date.value, today);
  if (email.ok && name !== '' && isMessageGood(message) && date.ok && isDateGood) {
    const giftcardDeliveryDate = date.value;
    return ok({ giftcardEmail: email.value, giftcardName: name, giftcardMessage: message, giftcardDeliveryDate });
  }
  const wrong: [RecipientField, boolean][] = [
    ['recipientEmail', !email.ok],
    ['recipientName', name === ''],
    ['message', !isMessageGood(message)],
    ['deliveryDate', !isDateGood],
  ];
  const fields = wrong.filter(([, isWrong]) => isWrong).map(([field]) => field);
  return refuse({ code: 'invalid_recipient', fields });
}

/** DEC-83: from today to one year on. Asked when a card is added and again when it is ordered, perhaps weeks later. */
export const isDeliveryDateOpen = (date: CivilDate, today: CivilDate): boolean =>
  date >= today && date <= lastDeliveryDate(today);

/** The last day that can be chosen today. */
export const lastDeliveryDate = (today: CivilDate): CivilDate => addYears(today, 1);

const isMessageGood = (message: string): boolean => [...message].length <= giftMessageMaxLength;
