import { dayMs } from '../dates/civil-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/** CONST-44, DEC-15. */
export const defaultStoreCode = 'MAX';

/** DEC-145, in milliseconds. */
export const advisorLifeMs = 12 * 3_600_000;

/** APP-13, DEC-14. */
export const linkSegment = 'wa-link';

/** ADV-01: what `?at={hash}&store=` asks for; null without a hash. */
export function advisorEntry(query: URLSearchParams): { hash: string; store: string } | null {
  const hash = query.get('at')?.trim() ?? '';
  const store = query.get('store')?.trim() ?? '';
  return hash === '' ? null : { hash, store: store === '' ? defaultStoreCode : store };
}

/** ADV-06, DEC-145. */
export const advisorExpiration = (lookedUpAt: Date): Date => new Date(lookedUpAt.getTime() + advisorLifeMs);

/** Over from its very moment on; then the stored hash is cleared (ADV-05). */
export const isAdvisorExpired = (expirationDate: Date, now: Date): boolean => expirationDate <= now;

/** ADV-11, DEC-146. */
export const linkExpiration = (createdAt: Date, { linkCartDays }: Pick<ShopPolicy, 'linkCartDays'>): Date =>
  new Date(createdAt.getTime() + linkCartDays * dayMs);

export const isLinkExpired = (expiresAt: Date, now: Date): boolean => expiresAt <= now;

/** `{origin}/wa-link/{cartId}` (DEC-146). */
export const paymentLink = (origin: string, cartId: string): string => `${origin}/${linkSegment}/${cartId}`;

/** The link id of a path, null for any other path (ADV-18). */
export function linkIdOf(path: string): string | null {
  const match = new RegExp(`^/${linkSegment}/([^/?#]+)/?$`).exec(path);
  return match?.[1] ?? null;
}

/** DEC-150: when the system cannot share. */
export const shareUrl = (link: string): string => `https://wa.me/?text=${encodeURIComponent(link)}`;

/** DEC-42, ADV-10, ADV-13, DEC-146, DEC-150. */
export const advisorTexts = {
  linkChoice: 'Enlace de pago',
  storeChoice: 'Pago en tienda',
  createLink: 'Generar enlace de pago',
  createStoreOrder: 'Generar orden para pago en tienda',
  linkCreated: 'Enlace generado',
  copy: 'Copiar enlace',
  copied: 'Enlace copiado',
  share: 'Compartir',
  linkFailed: 'El link no se generó correctamente.',
  retry: 'Volver a generar',
  linkGone: 'Este enlace ya no está disponible.',
} as const;

/** DEC-42. */
export const storeOrderText = (orderNumber: string, store: string): string =>
  `Orden ${orderNumber} creada. El cliente puede pagar en la tienda ${store}.`;
