import { contactEmail, emailMessage } from './email.ts';
import { contactPhone, phoneMessage } from './phone.ts';

/** INFO-03, INFO-04; e-mail and phone have theirs beside their rule. */
export const contactMessages = {
  firstNameRequired: 'Por favor, introduce tu nombre.',
  lastNameRequired: 'Por favor, introduce tus apellidos.',
} as const;

/** What of a contact still keeps its step from being completed (INFO-07), as the button's note says it; null: nothing. */
export function missingContactText(contact: {
  email: string;
  firstname: string;
  lastname: string;
  telephone: string;
}): string | null {
  const missing = [
    emailMessage(contact.email, contactEmail) !== null && 'tu correo',
    contact.firstname.trim() === '' && 'tus nombres',
    contact.lastname.trim() === '' && 'tus apellidos',
    phoneMessage(contact.telephone, contactPhone) !== null && 'tu teléfono',
  ].filter((part) => part !== false);
  const last = missing.pop();
  if (last === undefined) return null;
  return `Completa ${missing.length === 0 ? last : `${missing.join(', ')} y ${last}`} para continuar.`;
}
