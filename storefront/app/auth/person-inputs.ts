import { emailMessage } from '@ceiba/domain/customers/email';
import { nameMessage } from '@ceiba/domain/customers/person-name';
import { formatTypedPhone, phoneMessage } from '@ceiba/domain/customers/phone';
import { profileMessages } from '@ceiba/domain/customers/profile';

/** How a customer's own data are asked for wherever an account asks: what a field says of itself to people and browsers. */
export const personInputs = {
  firstName: { label: 'Nombres', required: true, autoComplete: 'given-name', maxLength: 100 },
  lastName: { label: 'Apellidos', required: true, autoComplete: 'family-name', maxLength: 100 },
  email: { label: 'Correo electrónico', required: true, type: 'email', autoComplete: 'email', maxLength: 254 },
  phone: {
    label: 'Teléfono',
    required: true,
    type: 'tel',
    inputMode: 'numeric',
    autoComplete: 'tel-national',
    placeholder: '0000-0000',
  },
  dateOfBirth: { label: 'Fecha de nacimiento', required: true, type: 'date', autoComplete: 'bday' },
} as const;

/** How they are read while they are typed, and the message of what is wrong with them (PROF-01). */
export const personRules = {
  firstName: { validate: (typed: string) => nameMessage(typed, profileMessages.firstNameRequired) ?? true },
  lastName: { validate: (typed: string) => nameMessage(typed, profileMessages.lastNameRequired) ?? true },
  email: { validate: (typed: string) => emailMessage(typed, 'profile') ?? true },
  phone: { format: formatTypedPhone, validate: (typed: string) => phoneMessage(typed, 'profile') ?? true },
};
