/** A person in the list that the checkout saves (TRU-01, DIF-24). */
export interface TrustedPerson {
  name: string;
  lastName: string;
  phone: string;
  /** Stored only with saved addresses. */
  dpi: string | null;
}

/** Maximum number of trusted persons in a list (DEC-94). */
export const trustedPeopleLimit = 10;

export const fullNameOf = (person: { name: string; lastName: string }): string => `${person.name} ${person.lastName}`;

/** Messages about the fields of a trusted person (DEC-94). */
export const trustedPersonMessages = {
  nameRequired: 'El nombre es requerido',
  lastNameRequired: 'El apellido es requerido',
  phoneInvalid: 'El teléfono debe contener exactamente 8 dígitos.',
} as const;

/** Returns the person in the form of a shipping address. The message contains phone and extras (TRU-04, DIF-24). */
export const toReceiver = (
  person: TrustedPerson,
  extras: string,
): { firstName: string; lastName: string; message: string } => ({
  firstName: person.name,
  lastName: person.lastName,
  message: `${person.phone}|${extras}`,
});

/** Returns the name of the person who receives in the buyer's place. Null without a person: an address may have only directions. */
export const namedReceiver = (person: { firstName: string; lastName: string } | null): string | null =>
  person === null ? null : `${person.firstName} ${person.lastName}`.trim() || null;

/** Parses the message of a shipping address. A message without a bar has no extras. */
export function readDirections(message: string): { phone: string; extras: string } {
  const [phone = '', ...extras] = message.split('|');
  return { phone, extras: extras.join('|') };
}
