import { type CivilDate, guatemalaDate } from '../dates/civil-date.ts';
import { addBusinessDays, holidaysOf } from '../dates/holidays.ts';
import { formatDate } from '../dates/spanish-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { ok, type Result, refuse } from '../result.ts';

/** The rules of the shop for returns (RET-03, DEC-142). */
export type ReturnPolicy = Pick<ShopPolicy, 'returnDays' | 'extraHolidays'>;

/** Returns the last day for returning an order: `returnDays` business days after its delivery. */
export const lastReturnDay = (deliveredOn: CivilDate, policy: ReturnPolicy): CivilDate =>
  addBusinessDays(deliveredOn, policy.returnDays, holidaysOf(policy));

/** The reasons for a return, and the limits of its form (DEC-142). */
export const returnReasons = ['Producto dañado', 'No es lo que pedí', 'Falla de fábrica', 'Otro'] as const;
export type ReturnReason = (typeof returnReasons)[number];
export const returnDescriptionMaxLength = 500;
export const returnImageLimit = 3;
/** 5 MB for each picture (DEC-142). */
export const returnImageMaxBytes = 5 * 1_024 * 1_024;
export const returnImageTypes = ['image/jpeg', 'image/png'] as const;
/** "5 MB", as shown to shoppers. */
export const returnImageMaxSize = `${returnImageMaxBytes / 1_024 / 1_024} MB`;
/** Longest side of a stored picture in pixels. Every scratch is still visible. */
export const returnImageSide = 1_600;
export const returnImageTypeText = 'Las fotos deben ser JPG o PNG.';
export const returnNotDeliveredText = 'Aún no te entregamos este producto.';

export interface ReturnRequest {
  /** Null until the order is delivered. */
  deliveredOn: CivilDate | null;
  /** Gift cards and the donation cannot be returned. */
  isReturnable: boolean;
  boughtQuantity: number;
  /** Units of the same line in earlier return requests. */
  returnedQuantity: number;
  quantity: number;
}

/** Returns the return request for an order line. `deliveredAt`: the moment of the handover, null before. */
export const returnRequestOf = (
  line: { isReturnable: boolean; bought: number; returned: number; deliveredAt: Date | null },
  quantity: number,
): ReturnRequest => ({
  deliveredOn: line.deliveredAt && guatemalaDate(line.deliveredAt),
  isReturnable: line.isReturnable,
  boughtQuantity: line.bought,
  returnedQuantity: line.returned,
  quantity,
});

export type ReturnRefusal =
  | { code: 'RETURN_NOT_ALLOWED' }
  | { code: 'RETURN_NOT_DELIVERED' }
  | { code: 'RETURN_TOO_LATE'; lastDay: CivilDate }
  | { code: 'RETURN_QUANTITY'; left: number };

/** Returns the last day for a return, if it can be requested today (DEC-142). */
export function checkReturn(
  request: ReturnRequest,
  today: CivilDate,
  policy: ReturnPolicy,
): Result<CivilDate, ReturnRefusal> {
  if (!request.isReturnable) return refuse({ code: 'RETURN_NOT_ALLOWED' });
  if (request.deliveredOn === null) return refuse({ code: 'RETURN_NOT_DELIVERED' });
  const lastDay = lastReturnDay(request.deliveredOn, policy);
  if (today > lastDay) return refuse({ code: 'RETURN_TOO_LATE', lastDay });
  const left = request.boughtQuantity - request.returnedQuantity;
  return request.quantity >= 1 && request.quantity <= left ? ok(lastDay) : refuse({ code: 'RETURN_QUANTITY', left });
}

/** Returns the text of a refusal. The text explains what the shopper can do. */
export function returnRefusalText(refusal: ReturnRefusal): string {
  switch (refusal.code) {
    case 'RETURN_NOT_ALLOWED':
      return 'Las tarjetas de regalo no se devuelven.';
    case 'RETURN_NOT_DELIVERED':
      return returnNotDeliveredText;
    case 'RETURN_TOO_LATE':
      return `El plazo para devolverlo terminó el ${formatDate(refusal.lastDay)}.`;
    case 'RETURN_QUANTITY':
      return leftText(refusal.left);
  }
}

function leftText(left: number): string {
  if (left <= 0) return 'Ya pediste devolver todas las unidades de este producto.';
  return `Puedes devolver hasta ${left} ${left === 1 ? 'unidad' : 'unidades'} de este producto.`;
}

/**
 * Returns the reason why a chosen file cannot be sent with `count` other files (DEC-142). Null if it can be sent. The
 * server checks the content.
 */
export function returnImageProblem({ type, size }: { type: string; size: number }, count: number): string | null {
  if (count >= returnImageLimit) return `Puedes enviar hasta ${returnImageLimit} fotos.`;
  if (!returnImageTypes.some((known) => known === type)) return returnImageTypeText;
  return size > returnImageMaxBytes ? `Cada foto puede pesar ${returnImageMaxSize} como máximo.` : null;
}

/** Returns "D-100001" for 100001. */
export const returnNumberText = (number: number): string => `D-${number}`;
export const isReturnNumber = (text: string): boolean => /^D-\d{6,9}$/.test(text);
/** Returns the number in a text that `isReturnNumber` accepts. */
export const returnNumberOf = (text: string): number => Number(text.slice('D-'.length));

/** Returns the next steps of a return until the goods are at the shop. `shop`: its address and hours, empty if unknown. */
export const returnNextTexts = (
  returnNumber: string,
  { shopAddress, shopHours }: Pick<ShopPolicy, 'shopAddress' | 'shopHours'>,
): string[] => [
  'Te contactamos para acordar cómo nos lo haces llegar.',
  ...(shopAddress === ''
    ? []
    : [
        `También puedes traerlo a ${shopAddress}${shopHours === '' ? '' : ` (${shopHours})`} con el número ${returnNumber} y tu factura.`,
      ]),
  'Cuando lo recibimos, lo revisamos y te avisamos por correo cómo te devolvemos tu dinero.',
];

/** The confirmation of a return with its number (DEC-142). */
export const returnReceivedText = (returnNumber: string): string =>
  `Hemos recibido tu solicitud de devolución ${returnNumber}.`;
