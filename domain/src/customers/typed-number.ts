/**
 * Returns a number in the form for comparison: without spaces, dashes and invisible characters, with plain digits for
 * full-width digits.
 */
export const withoutSeparators = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, '');
