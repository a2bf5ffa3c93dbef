import { type CivilDate, guatemalaDate } from '../dates/civil-date.ts';
import { addBusinessDays, holidaysOf } from '../dates/holidays.ts';
import { formatDate } from '../dates/spanish-date.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { ok, type Result, refuse } from '../result.ts';

/** RET-03, DEC-142. */
export type ReturnPolicy = Pick<ShopPolicy, 'returnDays' | 'extraHolidays'>;

/** The last day on which an order can be returned: so many business days after its delivery. */
export const lastReturnDay = (deliveredOn: CivilDate, policy: ReturnPolicy): CivilDate =>
  addBusinessDays(deliveredOn, policy.returnDays, holidaysOf(policy));

/** DEC-142. */
export const returnReasons = ['Producto dañado', 'No es lo que pedí', 'Falla de fábrica', 'Otro'] as const;
export type ReturnReason = (typeof returnReasons)[number];
export const returnDescriptionMaxLength = 500;
export const returnImageLimit = 3;
/** 5 MB each (DEC-142). */
export const returnImageMaxBytes = 5 * 1_024 * 1_024;
export const returnImageTypes = ['image/jpeg', 'image/png'] as const;
/** "5 MB", as a shopper reads it. */
export const returnImageMaxSize = `${returnImageMaxBytes / 1_024 / 1_024} MB`;
/** Longest side of a picture that is kept, in pixels: every scratch can be seen. */
export const returnImageSide = 1_600;
export const returnImageTypeText = 'Las fotos deben ser JPG o PNG.';
export const returnNotDeliveredText = 'Aún no te entregamos este producto.';

export interface ReturnRequest {
  /** Null while the order is not delivered. */
  deliveredOn: CivilDate | null;
  /** Gift cards and the donation cannot be returned. */
  isReturnable: boolean;
  boughtQuantity: number;
  /** Units of the same line in earlier requests. */
  returnedQuantity: number;
  quantity: number;
}

/** What a line of an order is asked about with; `deliveredAt`: when it was handed over, null while it was not. */
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

/** Answers the last day for a return that may be asked for today (DEC-142). */
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

/** A refusal in words a shopper can do something with. */
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

/** What keeps a chosen file from being sent with `count` others (DEC-142); null = nothing. Its content the server judges. */
export function returnImageProblem({ type, size }: { type: string; size: number }, count: number): string | null {
  if (count >= returnImageLimit) return `Puedes enviar hasta ${returnImageLimit} fotos.`;
  if (!returnImageTypes.some((known) => known === type)) return returnImageTypeText;
  return size > returnImageMaxBytes ? `Cada foto puede pesar ${returnImageMaxSize} como máximo.` : null;
}

/** "D-100001" of 100001. */
export const returnNumberText = (number: number): string => `D-${number}`;
export const isReturnNumber = (text: string): boolean => /^D-\d{6,9}$/.test(text);
/** The number of a text that `isReturnNumber`. */
export const returnNumberOf = (text: string): number => Number(text.slice('D-'.length));

/** What follows on a request, until the goods are at the shop; `shop`: its address and hours, empty where it has said none. */
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

/** DEC-142. */
export const returnReceivedText = (returnNumber: string): string =>
  `Hemos recibido tu solicitud de devolución ${returnNumber}.`;
