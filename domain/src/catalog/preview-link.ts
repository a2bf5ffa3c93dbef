/** The query parameter of a link to a product that is not published yet (PROD-04). */
export const previewParam = 'preview';

/** A token of a preview link: its expiry and its signature. */
export const previewTokenForm = /^[0-9a-z]{1,12}\.[\w-]{43}$/;
