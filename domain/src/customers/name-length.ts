/** Characters of a first name, a last name or a whole name. */
export const nameMaxLength = 100;
