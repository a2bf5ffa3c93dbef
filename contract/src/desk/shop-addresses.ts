import type { TextForm } from './fields.ts';

/** The address of a stored picture in its largest width, or of a drawing of the shop. */
export const pictureForm: TextForm = {
  pattern: /^\/(?:media\/[0-9a-f]{32}\/\d{2,4}\.(?:webp|avif|jpg)|art\/[a-z0-9-]+\.svg)$/,
  words: 'una foto subida aquí',
};

/** An address of this shop, possibly with a query. A rule of the table checks whether the page exists. */
export const linkForm: TextForm = {
  pattern: /^\/(?:[^\s/\\][^\s\\]*)?$/u,
  words: 'una dirección de la tienda, como «/televisores» o «/search?q=tele»',
  refuses: (text) => text.includes('//'),
};
