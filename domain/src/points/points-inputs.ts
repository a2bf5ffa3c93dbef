import { dpiMessage } from '../billing/dpi.ts';
import { formatTypedPhone } from '../customers/phone.ts';
import { isBirthDate, profileMessages } from '../customers/profile.ts';
import { guatemalaDate, parseCivilDate } from '../dates/civil-date.ts';
import { withThousands } from '../money/money.ts';
import {
  cardExpiryMessage,
  cardHolderMessage,
  cardNumberMessage,
  cvvMessage,
  formatTypedCvv,
  formatTypedExpiry,
} from '../payments/card-form.ts';
import { formatTypedCardNumber } from '../payments/card-number.ts';

/** The format of a field during typing (PTS-14). `birthDate` and `text` do not change. */
export const pointsFormats = ['cardNumber', 'date', 'cvv', 'points', 'phone', 'document', 'birthDate', 'text'] as const;
export type PointsFormat = (typeof pointsFormats)[number];

/** Fields that a program requires (DEC-112). */
export const pointsInputs = ['dpi', 'birthDate', 'ccNumber', 'ccDate', 'ccCVV', 'ccOwner'] as const;
export type PointsInput = (typeof pointsInputs)[number];

/** Label, format and length of each field (DEC-69). `maxLength`: number of characters as typed. */
export const pointsInputFields: Record<PointsInput, { label: string; format: PointsFormat; maxLength: number }> = {
  dpi: { label: 'DPI', format: 'document', maxLength: 13 },
  birthDate: { label: 'Fecha de nacimiento', format: 'birthDate', maxLength: 10 },
  ccNumber: { label: 'Número de tarjeta', format: 'cardNumber', maxLength: 19 },
  ccDate: { label: 'Vencimiento', format: 'date', maxLength: 7 },
  ccCVV: { label: 'CVV', format: 'cvv', maxLength: 4 },
  ccOwner: { label: 'Nombre del titular', format: 'text', maxLength: 120 },
};

/** Length of NIT and DPI (PTS-14). */
const documentLength = 13;

/** Does not remove letters, because a NIT may end with K. */
const formatDocument = (input: string): string =>
  input
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .slice(0, documentLength);

/** Returns "12,345", with nine digits at most. */
const formatPoints = (input: string): string => {
  const digits = input
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, 9);
  return withThousands(digits);
};

const asTyped = (input: string): string => input;

const formats: Record<PointsFormat, (input: string) => string> = {
  cardNumber: formatTypedCardNumber,
  date: formatTypedExpiry,
  cvv: formatTypedCvv,
  points: formatPoints,
  phone: formatTypedPhone,
  document: formatDocument,
  birthDate: asTyped,
  text: asTyped,
};

/** Formats a field while a person types (PTS-14). */
export const formatTypedInput = (format: PointsFormat, input: string): string => formats[format](input);

export const birthDateMessages = {
  required: profileMessages.dateOfBirthRequired,
  invalid: 'Ingresa una fecha de nacimiento válida.',
} as const;

/** Returns the message about a birth date, which must be a day in the past, "YYYY-MM-DD" (DEC-113). */
function birthDateMessage(input: string, now: Date): string | null {
  if (input.trim() === '') return birthDateMessages.required;
  const date = parseCivilDate(input);
  return date.ok && isBirthDate(date.value, guatemalaDate(now)) ? null : birthDateMessages.invalid;
}

/** Returns the message about a field, by the rules of the card form and of DEC-113. Null if there is no message. */
export function pointsInputMessage(input: PointsInput, value: string, now: Date): string | null {
  switch (input) {
    case 'dpi':
      return dpiMessage(value);
    case 'birthDate':
      return birthDateMessage(value, now);
    case 'ccNumber':
      return cardNumberMessage(value);
    case 'ccDate':
      return cardExpiryMessage(value, now);
    case 'ccCVV':
      return cvvMessage(value);
    case 'ccOwner':
      return cardHolderMessage(value);
  }
}
