import { ok, type Result, refuse } from '../result.ts';

/** In the order in which the rules are asked; the first that fails is the answer. */
export type PhoneRefusal = { code: 'empty' | 'bad_characters' | 'wrong_length' | 'bad_first_digit' };

export interface Phone {
  /** Eight digits, as stored (PROF-06). */
  national: string;
  kind: 'mobile' | 'fixed';
}

/** CONST-19. */
export const phoneLength = 8;

/** Shown before the field (INFO-06). */
export const phonePrefix = '+502';

/** Reads a Guatemalan number: separators and the country code are dropped; first digits 2 to 7 exist. */
export function checkPhone(input: string): Result<Phone, PhoneRefusal> {
  const typed = input.replace(/[\s\-.()]/g, '').replace(/^(?:\+502|00502)/, '');
  if (typed === '') return refuse({ code: 'empty' });
  if (!/^\d+$/.test(typed)) return refuse({ code: 'bad_characters' });
  // Eight digits may themselves begin with 502; the country code is there only when more remain.
  const national = typed.length === phoneLength + 3 && typed.startsWith('502') ? typed.slice(3) : typed;
  if (national.length !== phoneLength) return refuse({ code: 'wrong_length' });
  if (!/^[2-7]/.test(national)) return refuse({ code: 'bad_first_digit' });
  return ok({ national, kind: /^[3-5]/.test(national) ? 'mobile' : 'fixed' });
}

/** What begins with a plus can only become a number with its country code: it is left to be typed. */
const isCountryCodeBegun = (text: string): boolean => text !== '' && phonePrefix.startsWith(text);

/**
 * The digits behind the country code: behind "+502" or "00502" all of them, behind a bare "502" only where eight remain,
 * as a number may itself begin so.
 */
function withoutCountryCode(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (text.startsWith(phonePrefix)) return digits.slice(3);
  if (/^00502\d{8}/.test(digits)) return digits.slice(5);
  return /^502\d{8}$/.test(digits) ? digits.slice(3) : digits;
}

/** For a field while it is typed: digits, hyphen after four, at most eight; a country code is dropped (INFO-06). */
export function formatTypedPhone(input: string): string {
  const text = input.replace(/[\s\-.()]/g, '');
  if (isCountryCodeBegun(text)) return text;
  const digits = withoutCountryCode(text).slice(0, phoneLength);
  return digits.length > 4 ? `${digits.slice(0, 4)}-${digits.slice(4)}` : digits;
}

/** "2245 6789". */
export const displayPhone = ({ national }: Phone): string => `${national.slice(0, 4)} ${national.slice(4)}`;

/** "+50222456789" (E.164). */
export const internationalPhone = ({ national }: Phone): string => `${phonePrefix}${national}`;

/** What the forms ask: four digits, hyphen, four digits (INFO-05, PROF-14). Also takes eight digits as stored. */
export const isPhoneForm = (input: string): boolean => /^\d{4}-?\d{4}$/.test(input);

/** INFO-05 has no accents, PROF-14 has; both verbatim (DIF-04, DIF-05). */
export const phoneMessages = {
  contact: {
    required: 'Un numero de telefono es necesario para la verificacion.',
    invalid: 'El numero de telefono debe contener exactamente 8 digitos.',
  },
  profile: {
    required: 'Un número de teléfono es necesario para la verificación.',
    invalid: 'El número de teléfono debe contener exactamente 8 dígitos.',
  },
} as const;

/** Null = nothing to say. */
export function phoneMessage(input: string, form: keyof typeof phoneMessages): string | null {
  if (input.trim() === '') return phoneMessages[form].required;
  return isPhoneForm(input.trim()) ? null : phoneMessages[form].invalid;
}
