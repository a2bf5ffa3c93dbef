/** INFO-03, INFO-04; e-mail and phone have theirs beside their rule. */
export const contactMessages = {
  firstNameRequired: 'Por favor, introduce tu nombre.',
  lastNameRequired: 'Por favor, introduce tus apellidos.',
} as const;
