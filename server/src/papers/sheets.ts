import { namedReceiver, readDirections } from '@ceiba/domain/addresses/trusted-person';
import { formatTypedPhone } from '@ceiba/domain/customers/phone';
import { type CivilDate, guatemalaTime } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { defaultZones } from '@ceiba/domain/delivery/delivery-choice';
import { type Centavos, centavos, formatQ, subtract } from '@ceiba/domain/money/money';
import { readShipmentId } from '@ceiba/domain/orders/shipment';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { countedFigures } from '@ceiba/domain/reports/figures';
import { receiptRows } from '@ceiba/domain/tills/receipt-rows';
import { type TillMovementKind, tillMovementLabels } from '@ceiba/domain/tills/till';
import type { FoundPick } from '../shipments/picks.store.ts';
import type { Label } from './draw-label.ts';
import type { Sheet } from './draw-sheet.ts';
import type { PrintedClosing, PrintedManifest, PrintedMovement, PrintedShipment } from './papers.store.ts';

const two = (count: number): string => String(count).padStart(2, '0');
const clock = (moment: Date): string => {
  const { hour, minute } = guatemalaTime(moment);
  return `${two(hour)}:${two(minute)}`;
};
const dayOf = (moment: Date): CivilDate => guatemalaTime(moment).date;
const momentText = (moment: Date): string => `${formatDate(dayOf(moment))}, ${clock(moment)}`;

interface Receiver {
  name: string;
  phone: string;
  address: string;
  reference: string | null;
}

/** Returns the receiver and the place of a shipment. The receiver is the named receiver, otherwise the buyer (TRU-04). */
function receiverOf({ address, buyer, pickupAt }: PrintedShipment): Receiver {
  const buyerName = [buyer.firstName, buyer.lastName].filter((part) => part !== undefined).join(' ');
  if (address === null)
    return { name: buyerName, phone: formatTypedPhone(buyer.phone ?? ''), address: '', reference: null };
  const { trustedPerson: person, street, zone, city, region } = address;
  const { phone, extras } = readDirections(person?.message ?? '');
  const name = namedReceiver(person) ?? `${address.firstname} ${address.lastname}`;
  const [first = '', ...others] = street;
  const isZone = zone !== '' && !Object.values(defaultZones).some((none) => none === zone);
  const parts = [first, isZone ? zone : '', city, region.region === city ? '' : region.region];
  const reference = [...others, extras].filter((part) => part.trim() !== '').join(' · ');
  return {
    name: name.trim() === '' ? buyerName : name,
    phone: formatTypedPhone(phone.replace(/\D/g, '') || address.telephone),
    address: pickupAt === null ? parts.filter((part) => part !== '').join(', ') : `Se recoge en ${pickupAt}`,
    reference: reference === '' ? null : reference,
  };
}

/** The shop's identity on papers. */
export type PaperShop = Pick<ShopPolicy, 'shopName' | 'shopLegalName' | 'shopNit' | 'supportPhone'>;

/** Returns "Electrónica Maya · Zona 10". A place without a name adds nothing. */
const fromShop = ({ shopName }: PaperShop, place: { name: string }): string =>
  [shopName, place.name].filter((text) => text !== '').join(' · ');

/** Returns the shop's legal name, if it differs from the name, and its NIT. Leaves out what is not set. */
const sellerLines = ({ shopName, shopLegalName, shopNit }: PaperShop): string[] => [
  ...(shopLegalName === '' || shopLegalName === shopName ? [] : [shopLegalName]),
  ...(shopNit === null ? [] : [`NIT ${shopNit}`]),
];

/** Returns a label for each parcel of a shipment (WORK-26). */
export function labelsOf(shipment: PrintedShipment, shop: PaperShop): Label[] {
  const { id, courier, trackingNumber, parcels, place, cash, pickupAt } = shipment;
  const from = { name: fromShop(shop, place), address: place.address, phone: shop.supportPhone };
  return Array.from({ length: parcels }, (_, index) => ({
    shipmentId: id,
    courier: courier ?? (pickupAt === null ? null : 'Recoger en tienda'),
    trackingNumber,
    parcel: index + 1,
    parcels,
    from,
    to: receiverOf(shipment),
    serials: shipment.lines.flatMap(({ serials }) => serials),
    // The cash is collected once, with the first parcel.
    cash: index === 0 ? cash : centavos(0),
  }));
}

const nobodySigns = { totals: [], notes: [], signatures: [] };

/** Returns the packing slip of a parcel. It has no prices, and shows the message of a gift (WORK-09). */
export function slipOf(shipment: PrintedShipment, shop: PaperShop): Sheet {
  const { id, orderNumber, placedAt, lines, place } = shipment;
  const { name, phone, address, reference } = receiverOf(shipment);
  const where = [['Entrega', address] as const, ...(reference === null ? [] : [['Referencia', reference] as const])];
  return {
    ...nobodySigns,
    title: 'Contenido del envío',
    lines: [fromShop(shop, place)],
    facts: [
      ['Orden', orderNumber],
      ['Envío', id],
      ['Pedida', formatDate(dayOf(placedAt))],
      ['Recibe', `${name} · ${phone}`],
      ...where,
    ],
    table: {
      columns: [
        { label: 'Producto', share: 6 },
        { label: 'Código', share: 3 },
        { label: 'Cantidad', share: 1.4, align: 'right' },
      ],
      rows: lines.flatMap(({ title, sku, quantity, serials, gifts }) => [
        [serials.length === 0 ? title : `${title} (serie ${serials.join(', ')})`, sku, String(quantity)],
        ...gifts.map((gift) => [`Regalo: ${gift.title}`, '', String(quantity)]),
      ]),
    },
    notes: lines.flatMap(({ giftCard }) =>
      giftCard === null || giftCard.giftcardMessage === ''
        ? []
        : [`Para ${giftCard.giftcardName}: ${giftCard.giftcardMessage}`],
    ),
    code: orderNumber,
  };
}

/** Returns the picking list of a wave, in walking order along the shelves (WORK-09). */
export const pickListOf = ({ id, storeName, createdAt, staffName, rows, shipments }: FoundPick): Sheet => ({
  ...nobodySigns,
  title: `Lista de preparación ${id}`,
  lines: [storeName],
  facts: [
    ['Prepara', staffName],
    ['Tomada', momentText(createdAt)],
    ['Envíos', `${shipments.length}`],
  ],
  table: {
    columns: [
      { label: 'Producto', share: 5 },
      { label: 'Estante', share: 1.6 },
      { label: 'Código', share: 2.4 },
      { label: 'Envíos', share: 4 },
      { label: 'Cantidad', share: 1.4, align: 'right' },
    ],
    rows: rows.map(({ title, shelf, sku, quantity, shipments: goTo }) => [
      title,
      shelf ?? '—',
      sku,
      goTo.map((each) => `${each.id} × ${each.quantity}`).join(', '),
      String(quantity),
    ]),
  },
  totals: [['Unidades', String(rows.reduce((all, { quantity }) => all + quantity, 0))]],
  code: null,
  orders: [...new Set(shipments.flatMap((each) => readShipmentId(each.id)?.orderNumber ?? []))],
});

const receiptTitles: Partial<Record<TillMovementKind, string>> = {
  payment: 'Recibo de caja',
  collected: 'Recibo de caja',
  refund: 'Comprobante de reembolso',
  unpaid: 'Cobro anulado',
};

/** Returns the receipt of money that a till received or paid out (CASH-02). It states that it is not an invoice. */
export function receiptOf(movement: PrintedMovement, shop: PaperShop): Sheet {
  const { kind, means, amount, received, reference, at, by, till, store, orderNumber, iva, reason } = movement;
  const size = centavos(Math.abs(amount));
  const isTaken = kind === 'payment' || kind === 'collected';
  const { rows, total } = receiptRows({ ...movement, amount: size });
  const title = receiptTitles[kind] ?? tillMovementLabels[kind];
  const paidBy: [string, string][] = isTaken
    ? [[means === 'cash' ? 'Efectivo' : 'Tarjeta', formatQ(received ?? size)]]
    : [];
  const change: [string, string][] =
    received === null || means === 'card' ? [] : [['Vuelto', formatQ(subtract(received, size))]];
  return {
    title: shop.shopName,
    lines: [...sellerLines(shop), store.name, store.address].filter((text) => text !== ''),
    facts: [
      [title, (reference ?? '').replace(/^[^/]*\//, '')],
      [momentText(at), till],
      ...(orderNumber === null ? [] : [['Orden', orderNumber] as const]),
      ['Atendió', by],
      ...(reason === null || isTaken ? [] : [['Motivo', reason] as const]),
    ],
    table: isTaken
      ? {
          columns: [
            { label: 'Producto', share: 5 },
            { label: 'Código', share: 3 },
            { label: 'Valor', share: 2, align: 'right' },
          ],
          rows: rows.map((row) => [row.label, row.code, formatQ(row.amount)]),
        }
      : null,
    totals: [
      ['Total', formatQ(isTaken ? total : size)],
      ...(isTaken ? [['IVA incluido', formatQ(iva)] as const] : []),
      ...paidBy,
      ...change,
    ],
    notes: isTaken ? ['La factura llega a tu correo.', 'Este recibo no es factura.'] : [],
    code: orderNumber,
    signatures: isTaken ? [] : ['Recibe'],
  };
}

const signed = (amount: number): string => formatQ(centavos(amount));

/** Returns the closing of a till: expected and counted money, and all movements. */
export function closingOf(closing: PrintedClosing): Sheet {
  const { till, store, float, counted, difference, countedCards, cardsDifference, movements, reason } = closing;
  return {
    title: `Cierre de ${till}`,
    lines: [store.name, store.address],
    facts: [
      ['Abrió', `${closing.openedBy}, ${momentText(closing.openedAt)}`],
      ['Cerró', `${closing.closedBy}, ${momentText(closing.closedAt)}`],
      ...(reason === null ? [] : [['Motivo', reason] as const]),
      ...(closing.floatDifference === null || closing.floatDifference === 0
        ? []
        : [['Diferencia del fondo', signed(closing.floatDifference)] as const]),
      ...closing.counts.map(
        ({ at, by, counted, countedCards }) =>
          [
            'Cuenta anterior',
            `${by}, ${clock(new Date(at))}: ${signed(counted)}, vouchers ${signed(countedCards)}`,
          ] as const,
      ),
    ],
    table: {
      columns: [
        { label: 'Movimiento', share: 3 },
        { label: 'Hora', share: 1.2 },
        { label: 'Forma', share: 1.6 },
        { label: 'Referencia', share: 3 },
        { label: 'Monto', share: 2, align: 'right' },
      ],
      rows: movements.map((each) => [
        [tillMovementLabels[each.kind], each.orderNumber ?? ''].join(' ').trim(),
        clock(new Date(each.at)),
        each.means === 'cash' ? 'Efectivo' : 'Tarjeta',
        each.reason ?? each.reference ?? '',
        signed(each.amount),
      ]),
    },
    totals: [
      ['Diferencia', signed(difference)],
      ['Fondo', signed(float)],
      ['Efectivo esperado', signed(counted - difference)],
      ['Efectivo contado', signed(counted)],
      ['Vouchers esperados', signed(countedCards - cardsDifference)],
      ['Vouchers contados', signed(countedCards)],
      ['Diferencia de vouchers', signed(cardsDifference)],
    ],
    notes: [],
    code: null,
    signatures: ['Quien cierra', 'Quien recibe'],
  };
}

/** Returns the manifest of a courier: the parcels, and the cash to bring back. Courier and store sign it (WORK-27). */
export function manifestOf({ id, courier, store, openedAt, closedAt, rows }: PrintedManifest): Sheet {
  const parcels = rows.reduce((all, row) => all + row.parcels, 0);
  const cash: Centavos = centavos(rows.reduce((all, row) => all + row.cash, 0));
  return {
    title: `Manifiesto M-${id}`,
    lines: [
      `${courier} · ${store.name}`,
      closedAt === null ? 'Abierto: todavía puede cambiar' : `Cerrado el ${momentText(closedAt)}`,
    ],
    facts: [['Fecha', formatDate(dayOf(closedAt ?? openedAt))]],
    table: {
      columns: [
        { label: 'Envío', share: 2.4 },
        { label: 'Entrega', share: 4 },
        { label: 'Guía', share: 3 },
        { label: 'Bultos', share: 1.2, align: 'right' },
        { label: 'Efectivo', share: 2, align: 'right' },
      ],
      rows: rows.map((row) => [
        row.shipmentId,
        row.destination,
        row.trackingNumber ?? '',
        String(row.parcels),
        row.cash === 0 ? '–' : formatQ(centavos(row.cash)),
      ]),
    },
    totals: [
      [countedFigures.cashToCollect.label, formatQ(cash)],
      ['Envíos', String(rows.length)],
      ['Bultos', String(parcels)],
    ],
    notes: [],
    code: `M-${id}`,
    signatures: ['Entrega (nombre y firma)', 'Recibe (nombre, firma y placa)'],
  };
}
