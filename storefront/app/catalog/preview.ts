import { previewParam, previewTokenForm } from '@ceiba/domain/catalog/preview-link';
import type { MetaDescriptor } from 'react-router';

/** The token of a preview link; without one, an empty object. */
export const readPreview = (params: URLSearchParams): { preview?: string } => {
  const preview = params.get(previewParam) ?? '';
  return previewTokenForm.test(preview) ? { preview } : {};
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
