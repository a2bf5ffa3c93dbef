import { checkEmail } from '../customers/email.ts';
import { nameMaxLength } from '../customers/name-length.ts';
import { nameMessage } from '../customers/person-name.ts';
import { plainTextMessage, repairLine, repairLines } from '../customers/plain-text.ts';
import { addYears, type CivilDate, parseCivilDate } from '../dates/civil-date.ts';
import { ok, type Result, refuse } from '../result.ts';

/** The form of a recipient (DIF-36). */
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
/** One sentence for each wrong field. Page and call use the same (DEC-194). */
export type RecipientMessages = Partial<Record<RecipientField, string>>;
export type RecipientRefusal = { code: 'invalid_recipient'; messages: RecipientMessages };

/** Maximum length of a message to the recipient (DEC-83). */
export const giftMessageMaxLength = 250;

const recipientMessages: Record<RecipientField, string> = {
  recipientEmail: 'Escribe un correo electrónico válido, como nombre@correo.com.',
  recipientName: 'Escribe el nombre de quien la recibe.',
  message: `El mensaje puede tener hasta ${giftMessageMaxLength} caracteres.`,
  deliveryDate: 'Elige una fecha entre hoy y dentro de un año.',
};

/** Checks the whole form and reports every wrong field (DEC-83). The date must be from today to one year from today. */
export function checkRecipient(form: RecipientForm, today: CivilDate): Result<GiftCardInfo, RecipientRefusal> {
  const email = checkEmail(form.recipientEmail);
  const message = repairLines(form.message);
  const date = parseCivilDate(form.deliveryDate);
  const isDateGood = date.ok && isDeliveryDateOpen(date.value, today);
  const wrong: [RecipientField, string | null][] = [
    ['recipientEmail', email.ok ? null : recipientMessages.recipientEmail],
    ['recipientName', recipientNameMessage(form.recipientName)],
    ['message', giftMessageMessage(message)],
    ['deliveryDate', isDateGood ? null : recipientMessages.deliveryDate],
  ];
  const messages: RecipientMessages = Object.fromEntries(wrong.filter(([, said]) => said !== null));
  if (!email.ok || !date.ok || Object.keys(messages).length > 0) return refuse({ code: 'invalid_recipient', messages });
  return ok({
    giftcardEmail: email.value,
    giftcardName: repairLine(form.recipientName),
    giftcardMessage: message,
    giftcardDeliveryDate: date.value,
  });
}

/**
 * Returns whether the date is from today to one year from today (DEC-83). Checked when a card is added to the cart, and
 * again when the card is ordered, perhaps weeks later.
 */
export const isDeliveryDateOpen = (date: CivilDate, today: CivilDate): boolean =>
  date >= today && date <= lastDeliveryDate(today);

/** The last delivery date that can be chosen today. */
export const lastDeliveryDate = (today: CivilDate): CivilDate => addYears(today, 1);

const recipientNameMessage = (name: string): string | null =>
  [...name.trim()].length > nameMaxLength
    ? `El nombre puede tener hasta ${nameMaxLength} caracteres.`
    : nameMessage(name, recipientMessages.recipientName);

/** The message must not contain a link, because its recipient did not ask for a mail (record 0051). */
const giftMessageMessage = (message: string): string | null =>
  [...message].length > giftMessageMaxLength ? recipientMessages.message : plainTextMessage(message);
