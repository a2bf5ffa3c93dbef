import { dayMs } from '../dates/civil-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/** Letters and digits of a code. None of them sounds or looks like another one (WA-02). */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Eight of thirty characters are 39 bits (WA-06). */
export const codeLength = 8;

/** A code with other characters or another length cannot exist. */
const codeForm = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`);

/** Returns the stored form of a typed code. Null if no code has this form. Capitals, spaces and dashes do not matter. */
export const readCartCode = (typed: string): string | null => {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return codeForm.test(code) ? code : null;
};

/** "K7M4-QPXR" */
export const cartCodeText = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** The path of the page that shows a code's products (DEC-230). */
export const cartCodePath = (code: string): string => `/c/${cartCodeText(code)}`;

/** Limits of WA-06: new codes of a cart per day, and wrong codes per hour. */
export const cartCodeLimits = { ofCartADay: 10, wrongOfClient: 20, wrongOfNetwork: 200 } as const;

/** Returns when a new code stops working (WA-02). */
export const cartCodeEnd = (now: Date, { cartCodeDays }: Pick<ShopPolicy, 'cartCodeDays'>): Date =>
  new Date(now.getTime() + cartCodeDays * dayMs);

/** The reason why a line was not added completely to the reader's cart: the code of the refusal. */
export const partReasons = [
  'OUT_OF_STOCK',
  'QUANTITY_GREATER_THAN_STOCK',
  'CART_QUANTITY_LIMIT',
  'CART_LINE_LIMIT',
  'GIFT_CARD_DATA_REQUIRED',
  'WARRANTY_NOT_AVAILABLE',
  'VISIT_NOT_COVERED',
  'VISIT_DOES_NOT_FIT',
  'NOT_SOLD',
] as const;
export type PartReason = (typeof partReasons)[number];

/**
 * Returns the reason that the reader sees for a refusal. A refusal without a specific text means that the line cannot
 * be bought.
 */
export const toPartReason = (refusal: string): PartReason => partReasons.find((each) => each === refusal) ?? 'NOT_SOLD';

const units = (count: number): string => (count === 1 ? '1 unidad' : `${count} unidades`);

const reasonTexts: Readonly<Record<PartReason, string>> = {
  OUT_OF_STOCK: 'ya no está disponible',
  NOT_SOLD: 'ya no está disponible',
  QUANTITY_GREATER_THAN_STOCK: 'no hay más',
  CART_QUANTITY_LIMIT: 'caben hasta 10 de cada uno',
  CART_LINE_LIMIT: 'tu carrito está lleno',
  GIFT_CARD_DATA_REQUIRED: 'elige en su página para quién es',
  WARRANTY_NOT_AVAILABLE: 'sin su garantía, que ya no se vende',
  VISIT_NOT_COVERED: 'no llegamos a esa dirección',
  VISIT_DOES_NOT_FIT: 'va con un producto que no está en tu carrito',
};

/** Returns the outcome of one line of "Agregar todo a mi carrito" (WA-03): "Agregamos 2 de 3: no hay más". */
export function partText({
  asked,
  added,
  reason,
}: {
  asked: number;
  added: number;
  reason: PartReason | null;
}): string {
  const why = reason === null ? '' : `: ${reasonTexts[reason]}`;
  if (added === 0) return `No lo agregamos${why}`;
  return added < asked ? `Agregamos ${added} de ${asked}${why}` : `Agregamos ${units(added)}${why}`;
}

export const cartCodeTexts = {
  share: 'Compartir carrito',
  title: 'Un carrito para ti',
  gone: 'Ya no está disponible',
  addAll: 'Agregar todo a mi carrito',
  notFound: 'Este código no existe o ya venció.',
} as const;

/** Returns "Costaba Q1,234.50 cuando lo compartieron" (WA-03). */
export const priceThenText = (amount: string): string => `Costaba ${amount} cuando lo compartieron`;
