/** Maximum length of a first name, a last name or a whole name, in characters. */
export const nameMaxLength = 100;
