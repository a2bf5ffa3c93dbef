/** The query parameter of a link that shows a product before its publication (PROD-04). */
export const previewParam = 'preview';

/** A token of such a link: its expiry and its signature. */
export const previewTokenForm = /^[0-9a-z]{1,12}\.[\w-]{43}$/;
