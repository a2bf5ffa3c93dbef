import { previewParam, previewTokenForm } from '@ceiba/domain/catalog/preview-link';
import type { MetaDescriptor } from 'react-router';

/** The note above a previewed product. The server sends it, so that no shopper loads its text. */
export const previewNote = 'Vista previa: este producto todavía no está a la venta. El enlace vale 24 horas.';

/** Returns the token of a preview link, if the text has the form of a token. */
export const readToken = (params: URLSearchParams): string | undefined => {
  const token = params.get(previewParam) ?? '';
  return previewTokenForm.test(token) ? token : undefined;
};

/** Neither search engines nor link previews learn anything but the name. */
export const previewMeta = (title: string): MetaDescriptor[] => [
  { title: `Vista previa: ${title}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** Headers of a previewed page: no cache stores it, no search engine lists it, and no other shop learns its address. */
export const previewHeaders: { headers: Record<string, string> } = {
  headers: { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' },
};
