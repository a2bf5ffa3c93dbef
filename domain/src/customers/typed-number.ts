/**
 * A number in the form in which it is compared: without spaces, dashes and invisible characters, full-width digits as plain ones.
 */
export const withoutSeparators = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, '');
