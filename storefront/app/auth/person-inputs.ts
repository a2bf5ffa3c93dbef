import { profileDpiMessage } from '@ceiba/domain/billing/dpi';
import { profileMessages } from '@ceiba/domain/customers/profile';
import { profileEmail, profilePhone } from '@ceiba/domain/customers/profile-words';
import { personFields } from '../forms/person-fields.tsx';

/** The fields of a customer's personal data, the same in every form of the account (PROF-01). */
export const profileFields = {
  ...personFields({
    email: profileEmail,
    phone: profilePhone,
    noFirstName: profileMessages.firstNameRequired,
    noLastName: profileMessages.lastNameRequired,
  }),
  dateOfBirth: {
    label: 'Fecha de nacimiento',
    required: true,
    type: 'date',
    autoComplete: 'bday',
    validate: (typed: string) => (typed === '' ? profileMessages.dateOfBirthRequired : null),
  },
  dpi: { label: 'DPI', required: true, inputMode: 'numeric', maxLength: 20, validate: profileDpiMessage },
} as const;
