import { contactEmail, emailMessage } from './email.ts';
import { contactPhone, phoneMessage } from './phone.ts';

/** Messages about names (INFO-03, INFO-04). The messages about e-mail and phone are in the files with their rules. */
export const contactMessages = {
  firstNameRequired: 'Por favor, introduce tu nombre.',
  lastNameRequired: 'Por favor, introduce tus apellidos.',
} as const;

/** Returns the note below the button: the missing entries of the contact step (INFO-07). Null if nothing is missing. */
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
