import { readDirections } from '../addresses/trusted-person.ts';
import { type Centavos, formatQ } from '../money/money.ts';
import { subOrderNumber } from './order.ts';
import { reasonText } from './reason-texts.ts';

/** Texts of the desk's timeline for the events of an order, by `order_events.kind`. */
const eventTexts: Record<string, string> = {
  received: 'Orden recibida',
  paid: 'Pago confirmado',
  confirmed: 'Confirmada por su correo',
  shipped: 'Enviada',
  delivered: 'Entregada',
  undelivered: 'No entregada',
  canceled: 'Cancelada',
  charge_reversed: 'El cobro se revirtió',
  refund_due: 'Reembolso por entregar',
  refunded: 'El banco devolvió el dinero',
  till_refunded: 'Reembolso entregado',
  unpaid: 'El pago en tienda se anuló',
  gift_cards_recalled: 'Los códigos de sus tarjetas de regalo se anularon',
  delivery_attempted: 'Entrega fallida',
  shipment_undelivered: 'Envío no entregado',
  shipment_canceled: 'Envío cancelado',
  shipment_sent_again: 'El envío regresó y sale de nuevo',
  shipment_split: 'Se dividió el envío',
  shipment_received: 'Los productos regresaron',
  held: 'Detenida',
};

/** The text for an event that only a later version of the software has. */
const otherEvent = 'Cambio en la orden';

interface HappenedEvent {
  kind: string;
  detail: { reason?: string | null; shipment?: number; amount?: Centavos };
}

/** Returns the text of an event: "Envío no entregado 100000001-1: nadie en casa". */
export function eventText(orderNumber: string, { kind, detail }: HappenedEvent): string {
  const what = eventTexts[kind] ?? otherEvent;
  const which = detail.shipment === undefined ? '' : ` ${subOrderNumber(orderNumber, detail.shipment)}`;
  const amount = detail.amount === undefined ? '' : ` (${formatQ(detail.amount)})`;
  const reason = detail.reason === undefined || detail.reason === null ? '' : `: ${reasonText(detail.reason)}`;
  return `${what}${which}${amount}${reason}`;
}

const correctedFields: Record<string, string> = {
  'contact.firstName': 'Nombre',
  'contact.lastName': 'Apellido',
  'contact.phone': 'Teléfono',
  'contact.email': 'Correo electrónico',
  'shippingAddress.firstname': 'Nombre de entrega',
  'shippingAddress.lastname': 'Apellido de entrega',
  'shippingAddress.telephone': 'Teléfono de entrega',
  'shippingAddress.street': 'Dirección de entrega',
  'shippingAddress.city': 'Municipio',
  'shippingAddress.zone': 'Zona',
  'shippingAddress.region': 'Departamento',
  'shippingAddress.trustedPerson': 'Quien recibe y referencia',
  'billingAddress.nit': 'NIT',
  'billingAddress.documentType': 'Documento',
  'billingAddress.firstname': 'Nombre de facturación',
  'billingAddress.lastname': 'Apellido de facturación',
  'billingAddress.street': 'Dirección de facturación',
  product: 'Producto',
};

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Returns a value as the timeline shows it. A receiver's message is stored as phone and directions, with a bar between them (TRU-04). */
const shownValue = (value: unknown): string => {
  if (Array.isArray(value)) return textsIn(value).join(', ') || '—';
  if (typeof value !== 'object' || value === null || !('message' in value)) return textsIn(value).join(' ') || '—';
  const { message, ...person } = value;
  const { phone, extras } = readDirections(String(message));
  return [textsIn(person).join(' '), phone, extras].filter((text) => text.trim() !== '').join(', ') || '—';
};

/** Returns the text of a correction: "Datos corregidos: Teléfono, 55124087 → 55129999". */
export const correctionText = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string => {
  const parts = Object.entries(after).map(
    ([field, value]) => `${correctedFields[field] ?? 'Otro dato'}, ${shownValue(before[field])} → ${shownValue(value)}`,
  );
  return ['Datos corregidos', parts.join('; ')].filter((part) => part !== '').join(': ');
};

/** Texts for the changes of desk users, by the name of the call. */
const changeTexts: Record<string, string> = {
  correctOrder: 'Corrigió la orden',
  cancelOrder: 'Canceló',
  replaceOrderLine: 'Cambió un producto',
  holdOrder: 'Detuvo la orden',
  releaseOrder: 'Liberó la orden',
  resendOrderMail: 'Reenvió un correo',
  createRefund: 'Reembolsó',
};

/** Returns the text of a desk user's change. Undefined for changes with a separate entry, such as notes. */
export function changeText(operation: string, entityId: string, reason: string | null): string | undefined {
  if (operation === 'addOrderNote' || operation === 'removeOrderNote') return undefined;
  const what = changeTexts[operation] ?? 'Cambió';
  const which = entityId.includes('-') ? ` ${entityId}` : '';
  return `${what}${which}${reason === null ? '' : `: ${reason}`}`;
}

/** Names of money movements, by `money_movements.kind`. */
export const movementTexts: Record<string, string> = {
  capture: 'Cobro',
  reversal: 'Cobro revertido',
  refund_due: 'Reembolso pendiente',
  refund: 'Reembolso',
  till_payment: 'Pago en caja',
  // A till, a transfer or a gift card paid the refund. The movement's reference shows the method.
  till_refund: 'Reembolso entregado',
  cash_collected: 'Efectivo cobrado',
  cash_uncollected: 'Efectivo que no se cobró',
  cash_written_off: 'Efectivo dado por perdido',
  chargeback: 'Contracargo',
  points_taken: 'Puntos cobrados',
  points_given: 'Puntos devueltos',
  gift_card_taken: 'Tarjeta de regalo',
  gift_card_given: 'Devuelto a tarjeta de regalo',
};

/** The reasons of held orders, by the rule that holds the order (WORK-24). A reason that a person typed has no entry here. */
export const holdReasonTexts: Record<string, string> = {
  declines: 'Varios cobros rechazados en una hora',
  cards: 'Varias tarjetas en una hora',
  guestAmount: 'Primera compra de un invitado, de monto alto',
  phoneEmails: 'Un teléfono con varios correos en un día',
  otherDepartment: 'Facturación y entrega en departamentos distintos, correo sin confirmar',
};

/** Returns the reasons of a held order as one line. */
export const holdReasonsText = (reasons: readonly string[]): string =>
  reasons.map((reason) => holdReasonTexts[reason] ?? reason).join('; ');
