import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { civilDate } from '@ceiba/domain/dates/civil-date';
import { centavos } from '@ceiba/domain/money/money';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { expect, test } from 'vitest';
import * as account from '../auth/account-mails.ts';
import { complaintAnsweredMail, complaintFiledMail } from '../complaints/complaint-mails.ts';
import { giftCardMail } from '../gift-cards/send-gift-cards.ts';
import { orderCanceledMail, orderNotPlacedMail } from '../notifications/cancellation-mails.ts';
import { darkMailColours, mailColours } from '../notifications/mail-layout.ts';
import { qrPart } from '../notifications/mail-qr.ts';
import { orderCorrectedMail } from '../notifications/order-corrected-mail.ts';
import { orderConfirmationMail, storePaymentMail } from '../notifications/order-mails.ts';
import { orderMentionMail } from '../notifications/order-mention-mail.ts';
import { paymentTakenBackMail } from '../notifications/payment-taken-back-mail.ts';
import { presaleMovedMail } from '../notifications/presale-mail.ts';
import { sampleMail } from '../notifications/sample-mail.ts';
import { type LostShipment, shipmentLostMail } from '../notifications/shipment-lost-mail.ts';
import { type LeftShipment, pickupMail, shipmentSentMail, unitsMissingMail } from '../notifications/shipment-mails.ts';
import type { WrittenMail } from '../notifications/write-mail.ts';
import { toPlacedOrder } from '../orders/mails/order-mail-outbox.store.ts';
import { purchaseMail } from '../purchases/purchase-papers.ts';
import { refundGiftCardMail } from '../refunds/give-as-gift-card.ts';
import {
  orderRefundedMail,
  refundAtTillMail,
  refundDecidedMail,
  refundToApproveMail,
  unitsCanceledMail,
} from '../refunds/refund-mails.ts';
import { restockMail } from '../restock/restock.tasks.ts';
import {
  rejectedUnitsKeptMail,
  returnAnsweredMail,
  returnArrivedMail,
  returnOutcomeMail,
  returnRequestedMail,
  returnSentBackMail,
} from '../returns/return-mails.ts';
import { lateMail } from '../shipments/mail-late-shipments.ts';
import { invitationMail, passkeyMail } from '../staff/staff-mails.ts';
import { refundAccountMail, refundPaidMail } from '../tills/pay-refund.ts';
import { ceibaPolicy, mayaPolicy } from './mailed-policy.ts';

const publicUrl = 'https://ceiba.example';
const ownShop = { publicUrl, policy: { ...ceibaPolicy, supportPhone: '2209-7777' } };

/** The reader and a typed text. The markup in it must be escaped, and most mails must not contain the text. */
const email = 'lucia@correo.gt';
const firstName = 'Lucía <b>Paz</b>';
const reader = { email, firstName };
const link = { ...reader, customerId: '018f0000-0000-7000-8000-000000000001', token: 'abre-sesamo' };

/** Each typed field holds a distinct text, which no mail to an unproven address may contain. */
const typedTexts = [firstName, 'Nadie contesta.'];
const typed = (field: string): string => {
  const text = `Ganaste: ${field} <b>`;
  typedTexts.push(text);
  return text;
};

const person = {
  firstname: typed('nombre'),
  lastname: typed('apellido'),
  street: [typed('calle'), typed('indicaciones')],
  city: typed('municipio'),
  region: { regionId: 485, region: 'Guatemala' },
  postcode: typed('código postal'),
  country_code: 'GT',
  telephone: typed('teléfono'),
  latitude: null,
  longitude: null,
  storeCode: null,
  zone: typed('zona'),
  trustedPerson: { firstName: typed('quien recibe'), lastName: typed('su apellido'), message: typed('mensaje') },
  nit: typed('NIT'),
};

/** An order as stored. A stranger typed all of it, except the shop's own data. */
const row = {
  id: '018f0000-0000-7000-8000-000000000001',
  number: 100_000_042,
  status: 'processing',
  charged: 0,
  is_reversed: false,
  acquirer: null,
  till_refund: 0,
  owed: 0,
  email,
  contact: { firstName, lastName: typed('apellido del contacto'), phone: typed('su teléfono') },
  shipping_method: 'delivery',
  shipping_address: person,
  billing_address: { ...person, documentType: 'NIT' },
  payment_type: 'CardSinglePayment',
  payment_plan: 0,
  subtotal: centavos(2_000_00),
  warranties: centavos(0),
  donation: centavos(0),
  shipping: centavos(0),
  iva: centavos(214_29),
  total: centavos(2_000_00),
  card_parts: null,
  discounts: [],
  delivery_promise: null,
  points: null,
  cards_back: null,
  card_brand: 'visa',
  card_masked: '411111******1111',
  confirmation_due: null,
  placed_at: new Date('2026-11-25T04:05:00Z'),
  pay_at: null,
  store: null,
  is_proven: false,
  known_city: null,
  lines: [
    {
      sku: 'TV-55',
      title: 'Televisor 55"',
      brand: 'Volcán',
      quantity: 2,
      unit_price: centavos(1_000_00),
      picture_url: '/media/abc/120.webp',
      warranty: null,
      gift_card: {
        giftcardDeliveryDate: '2026-12-24',
        giftcardName: typed('a quién'),
        giftcardEmail: typed('su correo'),
        giftcardMessage: typed('dedicatoria'),
      },
      gift_cards_sent_at: null,
      free_gifts: [],
    },
  ],
} satisfies Parameters<typeof toPlacedOrder>[0];

/** One order to an unproven address, and one to a customer's confirmed address. */
const confirmed = toPlacedOrder(row);
const proven = toPlacedOrder({ ...row, is_proven: true });
const refund = {
  ...{ number: confirmed.number, payment: confirmed.payment, owed: centavos(0), payAt: null },
  amount: centavos(1_000_00),
  destination: 'origin' as const,
  givingBack: 'asked' as const,
  giftCardAmount: centavos(0),
  shortfall: centavos(0),
  points: null,
};
const cashPayment = { type: 'Cash', plan: 0, brand: null, masked: null };
const canceledPart = { ...refund, canceled: [{ quantity: 1, title: 'Televisor 55"' }] };
const links = { confirm: `${publicUrl}/confirm-order#order=abc`, track: `${publicUrl}/track-order#link=xyz` };
const mailed = { ...reader, number: 'D-100001', orderNumber: '100000042', title: 'Radio', quantity: 1 };
const outcome = {
  ...mailed,
  quantity: 4,
  accepted: 2,
  rejected: [{ quantity: 1, reason: 'Está rota' }],
  left: 1,
  refund: {
    ...refund,
    giftCardAmount: centavos(75_00),
    points: { program: 'MaxpointsPoints', points: 250, areGiven: false },
  },
};
const giftCard = {
  orderId: '018f0000-0000-7000-8000-000000000001',
  position: 1,
  deliveryDate: '2026-12-24',
  quantity: 2,
  amount: centavos(500_00),
  title: 'Tarjeta de regalo',
  recipientEmail: email,
  recipientName: firstName,
  message: '¡Feliz cumpleaños!',
  senderName: 'Ana',
};
const notice = {
  ...reader,
  customerId: link.customerId,
  createdAt: new Date('2026-11-20T12:00:00Z'),
  isConfirmed: true,
  product: { sku: 'RAD', slug: 'radio', title: 'Radio' },
};
const complaint = {
  name: firstName,
  email,
  phone: typed('teléfono de la queja'),
  orderNumber: '100000042',
  text: 'Llegó rota.\nNadie contesta.',
  number: 12,
  filedAt: new Date('2026-11-24T18:00:00Z'),
};
const stopLink = `${publicUrl}/unsubscribe/x.y`;

interface Kind {
  mail: WrittenMail;
  subject: string;
  /** Texts in both the HTML and the plain text. */
  says: readonly string[];
  /** Texts in neither. */
  leavesOut?: readonly string[];
  /** The link in both. Undefined for only the home page. */
  leads?: string;
}

/** All mails of the shop, by the function that writes them. */
const lostShipment: LostShipment = {
  ...reader,
  orderNumber: '100000042',
  how: 'undelivered',
  isPickup: false,
  isSplit: false,
  isRestKept: false,
  refund: { ...refund, amount: centavos(2_000_00), points: { program: 'BiPoints', points: 250, areGiven: false } },
  lines: [{ title: 'Televisor 55"', quantity: 2 }],
};

const leftShipment: LeftShipment = {
  ...{ orderNumber: '100000042', email, isSplit: false },
  lines: [{ title: 'Televisor 55"', quantity: 2 }],
  ...{ courier: 'Cargo Expreso', trackingNumber: 'CE-778', parcels: 2, cashToCollect: centavos(350_00) },
  ...{ store: null, code: null },
};

const kindsOf = (shop: { publicUrl: string; policy: ShopPolicy }) =>
  ({
    confirmationMail: {
      mail: account.confirmationMail(link, shop),
      subject: 'Confirma tu correo en Ceiba',
      says: ['Te damos la bienvenida', 'El enlace funciona durante 24 horas.'],
      leads: `${publicUrl}/confirm-email#token=abre-sesamo&customerId=${link.customerId}`,
    },
    resetMail: {
      mail: account.resetMail(link, shop),
      subject: 'Restablece tu contraseña de Ceiba',
      says: ['Elige una contraseña nueva', 'durante una hora y una sola vez'],
      leads: `${publicUrl}/password/reset#token=abre-sesamo&customerId=${link.customerId}`,
    },
    orderConfirmationMail: {
      mail: orderConfirmationMail(confirmed, shop, links),
      subject: '¡Gracias por tu compra! Orden 100000042',
      says: [
        '¡Gracias por tu compra!',
        '100000042',
        'Televisor 55"',
        'Q2,000.00',
        'Guatemala',
        'NIT',
        'Visa terminada en 1111',
      ],
      leads: links.track,
    },
    storePaymentMail: {
      mail: storePaymentMail(
        {
          ...{ ...confirmed, payAt: 'Ceiba Zona 10', owed: centavos(1_900_00) },
          payBefore: new Date('2026-11-27T04:05:00Z'),
        },
        shop,
        links,
      ),
      subject: 'Paga tu pedido 100000042 en la tienda',
      says: [
        'Tu pedido espera tu pago',
        'Por pagar',
        'Q1,900.00',
        '100000042',
        'Ceiba Zona 10',
        '26 de noviembre de 2026',
        '2 × Televisor 55"',
        'Muéstralo en la caja',
        'O di tu número de pedido: 100000042.',
      ],
      leads: links.track,
    },
    giftCardMail: {
      mail: giftCardMail(giftCard, ['REGALO-1', 'REGALO-2'], shop),
      subject: 'Ana te envió una tarjeta de regalo de Q500.00',
      says: ['¡tienes un regalo!', 'REGALO-1', 'REGALO-2', 'Q500.00', '¡Feliz cumpleaños!'],
    },
    invitationMail: {
      mail: invitationMail({ email, token: 'abc' }, shop),
      subject: 'Te invitaron a la administración de Ceiba',
      says: ['Bienvenida al equipo', 'verificación en dos pasos', 'El enlace vale 24 horas y se usa una sola vez.'],
      leads: `${publicUrl}/admin/invitacion#token=abc`,
    },
    passkeyMail: {
      mail: passkeyMail({ email, passkeyName: 'Teléfono', isAdded: true }, shop),
      subject: 'Agregaste una llave de acceso en Ceiba',
      says: ['Llave de acceso agregada', '«Teléfono»', 'Si no fuiste tú'],
      leads: `${publicUrl}/admin/mi-cuenta`,
    },
    sampleMail: {
      mail: sampleMail('restock', email, shop),
      subject: 'Ya está disponible: Televisor 55"',
      says: ['Las unidades son limitadas.'],
    },
    restockMail: {
      mail: restockMail(notice, shop, stopLink),
      subject: 'Ya está disponible: Radio',
      says: ['Radio está disponible de nuevo.', 'Dejar de recibir estos avisos'],
      leads: `${publicUrl}/radio`,
    },
    returnRequestedMail: {
      mail: returnRequestedMail(mailed, shop),
      subject: 'Devolución D-100001: recibimos tu solicitud',
      says: ['1 × Radio', 'Devolución D-100001 del pedido 100000042', '2209-7777'],
      leads: `${publicUrl}/dashboard/returns`,
    },
    returnAnsweredMail: {
      mail: returnAnsweredMail(mailed, { step: 'reject', text: 'Pasó el plazo.' }, shop),
      subject: 'Devolución D-100001: no podemos aceptarla',
      says: ['No aceptamos tu devolución D-100001.', 'Por qué', 'Pasó el plazo.', '2209-7777'],
      leads: `${publicUrl}/dashboard/returns`,
    },
    returnArrivedMail: {
      mail: returnArrivedMail(mailed, shop),
      subject: 'Devolución D-100001: ya la tenemos',
      says: ['Ya tenemos el producto de tu devolución D-100001.', '1 × Radio'],
      leads: `${publicUrl}/dashboard/returns`,
    },
    returnOutcomeMail: {
      mail: returnOutcomeMail(outcome, shop),
      subject: 'Devolución D-100001: ya la revisamos',
      says: [
        'De tu devolución D-100001 aceptamos 2 unidades y no aceptamos 1.',
        'Pedimos al banco que devuelva Q1,000.00 a tu Visa terminada en 1111. Cuando lo haga, puede tardar unos días',
        'Q75.00 ya están de vuelta en tu tarjeta de regalo.',
        'Te devolveremos 250 puntos a tu cuenta de Puntos MAX.',
        '1 × Radio: Está rota',
        'Seguimos revisando lo demás.',
      ],
      leads: `${publicUrl}/dashboard/returns`,
    },
    returnSentBackMail: {
      mail: returnSentBackMail({ ...mailed, how: 'Guatex, guía 77' }, shop),
      subject: 'Devolución D-100001: va de regreso',
      says: [
        'Lo que no aceptamos de tu devolución D-100001 va de regreso a ti.',
        'Cómo te llega',
        'Guatex, guía 77',
        '1 × Radio',
      ],
      leads: `${publicUrl}/dashboard/returns`,
    },
    rejectedUnitsKeptMail: {
      mail: rejectedUnitsKeptMail({ ...mailed, how: 'Dijo por teléfono que no la quiere' }, shop),
      subject: 'Devolución D-100001: se queda con nosotros',
      says: [
        'Anotamos que no quieres de regreso',
        'Dijo por teléfono que no la quiere',
        'Si no es así',
        '2209-7777',
        '1 × Radio',
      ],
      leads: `${publicUrl}/dashboard/returns`,
    },
    complaintFiledMail: {
      mail: complaintFiledMail(complaint, shop),
      subject: 'Libro de quejas: recibimos tu queja Q-12',
      says: [
        'Escrita el 24 de noviembre de 2026, sobre el pedido 100000042.',
        'el 3 de diciembre de 2026',
        '2209-7777',
      ],
    },
    complaintAnsweredMail: {
      mail: complaintAnsweredMail(complaint, 'Te enviamos otra.', shop),
      subject: 'Libro de quejas: respuesta a tu queja Q-12',
      says: ['Te enviamos otra.', 'Escrita el 24 de noviembre de 2026, sobre el pedido 100000042.', '2209-7777'],
    },
    orderCanceledMail: {
      mail: orderCanceledMail(
        { ...confirmed, reason: 'operator', charged: centavos(2_000_00), givingBack: 'asked' },
        shop,
      ),
      subject: 'Tu pedido 100000042 fue cancelado',
      says: [
        'Cancelamos tu pedido',
        'Pedimos al banco que devuelva Q2,000.00 a tu Visa terminada en 1111.',
        'Cuando lo haga, puede tardar unos días',
        '2 × Televisor 55"',
        '2209-7777',
      ],
    },
    unitsCanceledMail: {
      mail: unitsCanceledMail({ ...confirmed, ...canceledPart }, shop),
      subject: 'Cancelamos una parte de tu pedido 100000042',
      says: [
        '1 × Televisor 55"',
        'Pedimos al banco que devuelva Q1,000.00 a tu Visa terminada en 1111. Cuando lo haga, puede tardar unos días',
        '2209-7777',
      ],
    },
    refundPaidMail: {
      mail: refundPaidMail(
        { orderNumber: '100000042', amount: centavos(350_00), email },
        { reference: 'C-17', how: 'cash' },
        shop,
      ),
      subject: 'Pedido 100000042: pagamos tu reembolso',
      says: ['Te entregamos Q350.00 en efectivo.', 'C-17', '2209-7777'],
      leads: `${publicUrl}/dashboard/orders`,
    },
    refundAccountMail: {
      mail: refundAccountMail({ orderNumber: '100000042', email }, { bank: 'Banrural', mask: '…4321' }, shop),
      subject: 'Pedido 100000042: anotamos la cuenta de tu reembolso',
      says: ['Banco: Banrural', 'Termina en: …4321', 'Si no la diste tú', '2209-7777'],
    },
    orderRefundedMail: {
      mail: orderRefundedMail(
        {
          ...{ ...refund, email, firstName: null },
          units: [{ quantity: 1, title: 'Televisor 55"' }],
          reason: 'Llegó con un rayón',
        },
        shop,
      ),
      subject: 'Hicimos un reembolso de tu pedido 100000042',
      says: [
        'Pedimos al banco que devuelva Q1,000.00 a tu Visa terminada en 1111.',
        '1 × Televisor 55"',
        'Llegó con un rayón',
        'El resto de tu pedido sigue igual.',
        '2209-7777',
      ],
    },
    orderCorrectedMail: {
      mail: orderCorrectedMail({ number: '100000042', email, changed: ['El teléfono de contacto'] }, shop),
      subject: 'Corregimos los datos de tu pedido 100000042',
      says: ['El teléfono de contacto', 'Lo demás de tu pedido sigue igual.', '2209-7777'],
    },
    presaleMovedMail: {
      mail: presaleMovedMail(
        {
          ...{ email, title: 'Consola nueva', date: civilDate('2026-12-20') },
          orders: [
            { number: '100000042', promisedOn: civilDate('2026-12-20'), isPickup: false },
            { number: '100000043', promisedOn: civilDate('2026-12-21'), isPickup: true },
          ],
        },
        shop,
      ),
      subject: 'Cambió la fecha de tu preventa: Consola nueva',
      says: [
        'Ahora está disponible a partir del 20 de diciembre de 2026.',
        'Pedido 100000042: llega el 20 de diciembre de 2026.',
        'Pedido 100000043: puedes recogerlo desde el 21 de diciembre de 2026.',
        '2209-7777',
      ],
    },
    purchaseMail: {
      mail: purchaseMail(
        {
          ...{ id: 7, storeName: 'Bodega central', storeAddress: 'Calzada Roosevelt 20', note: 'Tarimas selladas' },
          ...{ expectedOn: civilDate('2026-12-20'), email },
          attachment: { name: 'orden-de-compra-C-7.pdf', type: 'application/pdf', bytes: new Uint8Array([1]) },
        },
        shop,
      ),
      subject: 'Orden de compra C-7 de Ceiba',
      says: [
        'Te pedimos los productos de la orden adjunta.',
        'Entregar en Bodega central',
        'Calzada Roosevelt 20',
        'Lo esperamos el 20 de diciembre de 2026.',
        'Tarimas selladas',
      ],
    },
    refundToApproveMail: {
      mail: refundToApproveMail({ email }, shop),
      subject: 'Hay reembolsos que esperan tu aprobación',
      says: ['Superan lo que una persona devuelve sola en un día.', 'Ver los reembolsos por aprobar'],
    },
    refundDecidedMail: {
      mail: refundDecidedMail(
        { email, orderNumber: '100000042', amount: centavos(1_500_00), by: 'Marta Xicará', rejection: 'Falta la foto' },
        shop,
      ),
      subject: 'Orden 100000042: se rechazó tu reembolso',
      says: ['Marta Xicará rechazó el reembolso de Q1,500.00.', 'Falta la foto', 'Ver la orden'],
    },
    paymentTakenBackMail: {
      mail: paymentTakenBackMail({ number: '100000042', email, owed: centavos(284_90), payAt: 'Ceiba Zona 10' }, shop),
      subject: 'Pedido 100000042: anulamos tu pago en la tienda',
      says: ['Tu pedido espera otra vez su pago de Q284.90 en Ceiba Zona 10.', 'Si ya lo pagaste', '2209-7777'],
    },
    lateMail: {
      mail: lateMail(
        email,
        [
          { id: '100000042-1', state: 'ready', place: 'BODEGA', storeName: null },
          { id: '100000043-1', state: 'at_store', place: 'T01', storeName: 'Tienda Zona 10' },
        ],
        shop,
      ),
      subject: 'Atrasados: 2 envíos',
      says: ['Pasaron su límite y esperan en tu cola.', '100000043-1 · Tienda Zona 10', 'Ver los atrasados'],
    },
    orderMentionMail: {
      mail: orderMentionMail({ number: '100000042', by: 'Marta Xicará', email }, shop),
      subject: 'Marta Xicará te menciona en la orden 100000042',
      says: ['Hay una nota para ti.', 'Ver la orden'],
    },
    refundGiftCardMail: {
      mail: refundGiftCardMail({ orderNumber: '100000042', email, amount: centavos(99_99), code: 'K7QM-2XWD' }, shop),
      subject: 'Tu tarjeta de regalo de Q99.99 por el pedido 100000042',
      says: ['K7QM-2XWD', 'Vale Q99.99 en la tienda en línea y en nuestras cajas.', 'Dura cinco años'],
    },
    shipmentSentMail: {
      mail: shipmentSentMail(leftShipment, shop),
      subject: 'Va en camino tu pedido 100000042',
      says: [
        'Lo lleva Cargo Expreso, en 2 bultos. Su número de guía es CE-778.',
        'Ten listos Q350.00 en efectivo.',
        '2 × Televisor 55"',
      ],
    },
    pickupMail: {
      mail: pickupMail(
        {
          ...{ ...leftShipment, courier: null, trackingNumber: null, cashToCollect: centavos(0), code: '123456' },
          store: { name: 'Ceiba Zona 10', street: '4a avenida 5-10', city: 'Guatemala' },
        },
        { isReminder: false },
        shop,
      ),
      subject: 'Ya puedes recoger tu pedido 100000042',
      says: ['Código para recogerlo: 123456.', 'Ceiba Zona 10', '4a avenida 5-10, Guatemala', '2209-7777'],
      leavesOut: ['Ten listos'],
    },
    unitsMissingMail: {
      mail: unitsMissingMail(
        { orderNumber: '100000042', email, title: 'Televisor 55"', units: 1, isPickup: false },
        shop,
      ),
      subject: 'Nos falta un producto de tu pedido 100000042',
      says: ['1 × Televisor 55"', 'si esperas una nueva fecha, o si te devolvemos lo que cuesta', '2209-7777'],
    },
    refundAtTillMail: {
      mail: refundAtTillMail({ ...confirmed, amount: centavos(1_000_00) }, shop),
      subject: 'Pasa por la devolución de tu pedido 100000042',
      says: [
        'El banco no pudo devolver Q1,000.00 a tu Visa terminada en 1111.',
        'Te devolvemos Q1,000.00 en la caja de cualquiera de nuestras tiendas. Preséntate con tu número de pedido, 100000042.',
        '2209-7777',
      ],
    },
    orderNotPlacedMail: {
      mail: orderNotPlacedMail({ ...reader, total: centavos(2_000_00), isRefused: true, isCharged: false }, shop),
      subject: 'Tu pedido no se registró',
      says: ['Tu banco no aprobó el pago de tu pedido de Q2,000.00.', 'No se hizo ningún cobro.', '2209-7777'],
      leads: `${publicUrl}/cart`,
    },
    shipmentLostMail: {
      mail: shipmentLostMail(lostShipment, shop),
      subject: 'No pudimos entregarte tu pedido 100000042',
      says: [
        'Lo llevamos a la dirección de entrega y no fue posible entregarlo.',
        'Pedimos al banco que devuelva Q2,000.00 a tu Visa terminada en 1111.',
        'Te devolveremos 250 puntos',
        '2 × Televisor 55"',
        '2209-7777',
      ],
    },
    accountClosedMail: {
      mail: account.accountClosedMail(reader, shop),
      subject: 'Cerramos tu cuenta de Ceiba',
      says: ['Tu cuenta está cerrada', '2209-7777'],
    },
    emailChangeMail: {
      mail: account.emailChangeMail(link, shop),
      subject: 'Confirma tu nuevo correo en Ceiba',
      says: ['Confirma tu nuevo correo', 'El enlace funciona durante 24 horas y una sola vez.'],
      leads: `${publicUrl}/change-email#token=abre-sesamo`,
    },
    emailChangeAskedMail: {
      mail: account.emailChangeAskedMail(reader, shop),
      subject: 'Pidieron cambiar el correo de tu cuenta de Ceiba',
      says: ['¿Quieres cambiar tu correo?', `${publicUrl}/password/request`, '2209-7777'],
      leads: `${publicUrl}/password/request`,
    },
    emailChangedMail: {
      mail: account.emailChangedMail(reader, shop),
      subject: 'El correo de tu cuenta de Ceiba cambió',
      says: ['El correo de tu cuenta cambió', '2209-7777'],
    },
    passkeyAddedMail: {
      mail: account.passkeyAddedMail(reader, shop),
      subject: 'Agregaste una llave de acceso a tu cuenta de Ceiba',
      says: ['Tu cuenta tiene una llave de acceso nueva', `${publicUrl}/password/request`, '2209-7777'],
      leads: `${publicUrl}/password/request`,
    },
    passwordChangedMail: {
      mail: account.passwordChangedMail(reader, shop),
      subject: 'Tu contraseña de Ceiba cambió',
      says: ['Tu contraseña cambió', `${publicUrl}/password/request`, '2209-7777'],
      leads: `${publicUrl}/password/request`,
    },
  }) satisfies Record<string, Kind>;
const kinds = kindsOf(ownShop);

/** Variants of these mails. */
const variants: [string, Kind][] = [
  [
    'refundPaidMail of a transfer',
    {
      mail: refundPaidMail(
        { orderNumber: '100000042', amount: centavos(350_00), email },
        { reference: 'T-17', how: { mask: '••••4321', bank: 'Banrural' } },
        ownShop,
      ),
      subject: 'Pedido 100000042: pagamos tu reembolso',
      says: ['Transferimos Q350.00 a tu cuenta ••••4321 de Banrural.', 'T-17'],
      leavesOut: ['efectivo'],
    },
  ],
  [
    'shipmentSentMail of one of several that the shop brings itself',
    {
      mail: shipmentSentMail(
        { ...leftShipment, isSplit: true, courier: null, trackingNumber: null, parcels: 1, cashToCollect: centavos(0) },
        ownShop,
      ),
      subject: 'Va en camino un envío de tu pedido 100000042',
      says: ['Lo llevamos nosotros.'],
      leavesOut: ['bultos', 'Ten listos'],
    },
  ],
  [
    'shipmentLostMail of one of several that waited in a store, in cash',
    {
      mail: shipmentLostMail(
        {
          ...{ ...lostShipment, isPickup: true, isSplit: true, isRestKept: true },
          refund: { ...refund, destination: 'owed_less', payment: cashPayment, owed: centavos(350_00) },
        },
        ownShop,
      ),
      subject: 'No se recogió un envío de tu pedido 100000042',
      says: [
        'Te esperó en la tienda y nadie lo recogió.',
        'Lo demás de tu pedido sigue igual.',
        'No tienes que pagar nada por él.',
        'Ahora pagas Q350.00 al recibir tu pedido.',
      ],
    },
  ],
  [
    'orderRefundedMail of units that were paid short at the door',
    {
      mail: orderRefundedMail(
        {
          ...{ ...refund, email, firstName: null, units: [], reason: null },
          ...{ destination: 'till', payment: cashPayment, amount: centavos(33_32), shortfall: centavos(100_03) },
        },
        ownShop,
      ),
      subject: 'Hicimos un reembolso de tu pedido 100000042',
      says: ['Te devolvemos Q33.32 en la caja', 'Descontamos Q100.03 que faltaron al pagar en la entrega.'],
    },
  ],
  [
    'returnOutcomeMail of units that nobody had paid at the door',
    {
      mail: returnOutcomeMail(
        {
          ...outcome,
          refund: {
            ...refund,
            destination: 'till',
            amount: centavos(0),
            shortfall: centavos(66_68),
            payment: cashPayment,
          },
        },
        ownShop,
      ),
      subject: 'Devolución D-100001: ya la revisamos',
      says: [
        'De lo que aceptamos no queda nada por devolverte.',
        'Descontamos Q66.68 que faltaron al pagar en la entrega.',
      ],
    },
  ],
  [
    'shipmentLostMail of one in cash that a gift card paid a part of',
    {
      mail: shipmentLostMail(
        {
          ...lostShipment,
          refund: { ...refund, destination: 'owed_less', payment: cashPayment, giftCardAmount: centavos(500_00) },
        },
        ownShop,
      ),
      subject: 'No pudimos entregarte tu pedido 100000042',
      says: [
        'Ya no tienes que pagar los Q1,000.00 que faltaban por él.',
        'Q500.00 ya están de vuelta en tu tarjeta de regalo.',
      ],
      leavesOut: ['No tienes que pagar nada por él.', 'Ahora pagas'],
    },
  ],
  [
    'shipmentLostMail of one that was paid and given back before',
    {
      mail: shipmentLostMail({ ...lostShipment, refund: { ...refund, amount: centavos(0) }, lines: [] }, ownShop),
      subject: 'No pudimos entregarte tu pedido 100000042',
      says: ['No queda nada por devolverte de él.'],
      leavesOut: ['No tienes que pagar nada por él.', 'Lo que traía'],
    },
  ],
  [
    'unitsCanceledMail of what its bank had refused by then',
    {
      mail: unitsCanceledMail({ ...confirmed, ...canceledPart, destination: 'till' }, ownShop),
      subject: 'Cancelamos una parte de tu pedido 100000042',
      says: ['Te devolvemos Q1,000.00 en la caja de cualquiera de nuestras tiendas.'],
      leavesOut: ['donde lo pagaste', 'Por pagar'],
    },
  ],
  [
    'unitsCanceledMail of what a store is still to be paid',
    {
      mail: unitsCanceledMail(
        {
          ...{
            ...confirmed,
            ...canceledPart,
            destination: 'owed_less',
            owed: centavos(1_000_00),
            payAt: 'Ceiba Zona 10',
          },
          payment: { type: 'StorePayment', plan: 0, brand: null, masked: null },
        },
        ownShop,
      ),
      subject: 'Cancelamos una parte de tu pedido 100000042',
      says: ['Por pagar', 'Ahora pagas Q1,000.00 en Ceiba Zona 10.'],
    },
  ],
  [
    'unitsCanceledMail of cash of which nothing is left to pay',
    {
      mail: unitsCanceledMail(
        { ...confirmed, ...canceledPart, destination: 'owed_less', payment: cashPayment },
        ownShop,
      ),
      subject: 'Cancelamos una parte de tu pedido 100000042',
      says: ['No tienes que pagar nada al recibirlo.'],
      leavesOut: ['Q0.00'],
    },
  ],
  [
    'orderCanceledMail of gift cards and points that are back, and of a card that was voided',
    {
      mail: orderCanceledMail(
        {
          ...{ ...confirmed, reason: 'operator', givingBack: 'asked' },
          points: { program: 'MaxpointsPoints', points: 250, areGiven: true },
          cardsBack: [
            { lastFour: '85SG', amount: centavos(80_00), isVoid: false },
            { lastFour: 'VT4E', amount: centavos(20_00), isVoid: true },
          ],
        },
        ownShop,
      ),
      subject: 'Tu pedido 100000042 fue cancelado',
      says: [
        'Tarjeta de regalo •••• 85SG: tiene de vuelta Q80.00.',
        'Tarjeta de regalo •••• VT4E: pagó Q20.00, pero fue anulada y no se puede usar.',
        'Ya tienes de vuelta 250 puntos en tu cuenta de Puntos MAX.',
      ],
      leavesOut: ['VT4E: tiene de vuelta'],
    },
  ],
  [
    'orderCanceledMail of the rest of one by card that its bank had refused by then',
    {
      mail: orderCanceledMail(
        { ...{ ...confirmed, reason: 'operator', givingBack: 'asked' }, tillRefund: centavos(700_00) },
        ownShop,
      ),
      subject: 'Tu pedido 100000042 fue cancelado',
      says: ['Te devolvemos Q700.00 en la caja de cualquiera de nuestras tiendas.'],
    },
  ],
  [
    'shipmentLostMail of one that is canceled alone',
    {
      mail: shipmentLostMail({ ...lostShipment, how: 'canceled', isSplit: true, isRestKept: true }, ownShop),
      subject: 'Cancelamos un envío de tu pedido 100000042',
      says: ['Tuvimos que cancelarlo: ya no se entregará. Lo demás de tu pedido sigue igual.'],
    },
  ],
  [
    'orderConfirmationMail of cash that waits to be confirmed',
    {
      mail: orderConfirmationMail(
        {
          ...confirmed,
          payment: { type: 'Cash', plan: 0, brand: null, masked: null },
          confirmationDue: new Date('2026-11-27T04:05:00Z'),
        },
        ownShop,
        links,
      ),
      subject: '¡Gracias por tu compra! Orden 100000042',
      says: ['antes del 26 de noviembre de 2026 a las 22:05', 'Efectivo contra entrega'],
      leads: links.confirm,
    },
  ],
  [
    'orderConfirmationMail of what is collected at a store',
    {
      mail: orderConfirmationMail(
        toPlacedOrder({
          ...row,
          shipping_method: 'storepickup',
          store: { name: 'Ceiba Zona 10', street: '4a avenida 5-10', city: 'Guatemala' },
        }),
        ownShop,
        links,
      ),
      subject: '¡Gracias por tu compra! Orden 100000042',
      says: ['Ceiba Zona 10', '4a avenida 5-10, Guatemala'],
      leads: links.track,
    },
  ],
  [
    'orderConfirmationMail to a proven address',
    {
      mail: orderConfirmationMail(proven, ownShop, links),
      subject: '¡Gracias por tu compra! Orden 100000042',
      says: [`¡Gracias por tu compra, ${firstName}!`, person.street.join(', '), `NIT ${person.nit}`],
      leads: links.track,
    },
  ],
  [
    'storePaymentMail to a proven address',
    {
      mail: storePaymentMail({ ...proven, payBefore: new Date('2026-11-27T04:05:00Z') }, ownShop, links),
      subject: 'Paga tu pedido 100000042 en la tienda',
      says: [`${firstName}, tu pedido espera tu pago`],
      leads: links.track,
    },
  ],
  [
    'orderCanceledMail to a proven address',
    {
      mail: orderCanceledMail({ ...proven, reason: 'not_confirmed', givingBack: 'asked' }, ownShop),
      subject: 'Tu pedido 100000042 fue cancelado',
      says: [`${firstName}, cancelamos tu pedido`, 'No tienes que pagar nada.'],
    },
  ],
];

const entries = [...Object.entries<Kind>(kinds), ...variants];

const decoded = (markup: string): string =>
  markup.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** Returns the visible text of a mail's HTML. */
const shown = (html: string): string =>
  decoded(html.replace(/^[\s\S]*<body[^>]*>/, '').replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');

const linksOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url = '']) => decoded(url));

test.each(entries)(
  '[DEC-12] %s has HTML and text in the common design, for light and dark mode',
  (_, { mail, subject, says, leavesOut = [], leads }) => {
    expect([mail.recipient, mail.subject]).toEqual([email, subject]);
    const read = shown(mail.html);
    for (const text of says) {
      expect(read).toContain(text);
      expect(mail.text).toContain(text);
    }
    for (const text of leavesOut) {
      expect(read).not.toContain(text);
      expect(mail.text).not.toContain(text);
    }
    for (const text of [read, mail.text]) expect(text).not.toMatch(/undefined|null|NaN|\[object|&#|\$\{/);
    const plain = typedTexts.reduce((text, each) => text.replaceAll(each, ''), mail.text);
    expect(plain).not.toMatch(/<|style=/);
    if (leads !== undefined) {
      expect(linksOf(mail.html)).toContain(leads);
      expect(mail.text).toContain(leads);
    }
    // Nothing is loaded from elsewhere, and typed text never becomes markup.
    for (const url of linksOf(mail.html)) expect(url).toMatch(/^https:\/\/ceiba\.example\//);
    expect(mail.html).not.toMatch(/<script|<b>/);
    expect(mail.html).toContain('<html lang="es-GT">');
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    // Every colour has a colour for dark mode, or intentionally stays the same.
    const body = mail.html.replace(/<style>[\s\S]*?<\/style>/, '');
    for (const [, colour = ''] of body.matchAll(/(?:background|color):(#[\da-f]{6})/g)) {
      const stays = ['#ffffff', mailColours.header, mailColours.primary, mailColours.corn].includes(colour);
      expect(stays || mail.html.includes(`:${colour}"]{`), colour).toBe(true);
    }
    expect(mail.html).toContain(`{background:${darkMailColours.canvas}!important}`);
  },
);

test('no mail of a shop with another name contains the demo shop’s name, in subject, HTML or text', () => {
  const maya = { publicUrl: 'https://maya.example', policy: mayaPolicy };
  for (const [kind, { mail }] of Object.entries(kindsOf(maya))) {
    const said = `${mail.subject}\n${mail.html}\n${mail.text}`.replaceAll('Ceiba Zona 10', '');
    expect([kind, /\bCeiba\b/.exec(said)?.[0]]).toEqual([kind, undefined]);
    expect([kind, mail.html.includes('Electrónica Maya, S.A.')]).toEqual([kind, true]);
    expect([kind, mail.html.includes('#00745b')]).toEqual([kind, false]);
  }
});

test('only the mail about a payment at the store shows the order’s number as a QR code', () => {
  const drawn = /<table role="img"[\s\S]*?<\/table><\/td><\/tr><\/table>/;
  const codes = entries.flatMap(([kind, { mail }]) =>
    drawn.test(mail.html) ? [[kind, drawn.exec(mail.html)?.[0]]] : [],
  );
  const code = drawn.exec(qrPart('', '100000042', []).html.markup)?.[0];
  expect(code).toContain('aria-label="Código QR"');
  expect(codes).toEqual([
    ['storePaymentMail', code],
    ['storePaymentMail to a proven address', code],
  ]);
});

test('typed text is only in mails of paid gift cards, and in mails to a proven address', () => {
  const quoting = entries.flatMap(([kind, { mail }]) =>
    typedTexts.some((text) => `${mail.subject}${shown(mail.html)}${mail.text}`.includes(text)) ? [kind] : [],
  );
  expect(quoting).toEqual([
    'giftCardMail',
    'orderConfirmationMail to a proven address',
    'storePaymentMail to a proven address',
    'orderCanceledMail to a proven address',
  ]);
});

test('mails that give access are marked for removal from the outbox, and only one kind can be stopped', () => {
  const named = (has: (mail: WrittenMail) => boolean) =>
    entries.flatMap(([kind, { mail }]) => (has(mail) ? [kind] : []));
  expect(named(({ isSecret }) => isSecret === true)).toEqual([
    'confirmationMail',
    'resetMail',
    'giftCardMail',
    'invitationMail',
    'refundGiftCardMail',
    'emailChangeMail',
  ]);
  expect(named(({ unsubscribeUrl }) => unsubscribeUrl !== undefined)).toEqual(['restockMail']);
  expect(kinds.restockMail.mail.unsubscribeUrl).toBe(stopLink);
  expect(linksOf(kinds.restockMail.mail.html)).toContain(stopLink);
});

test('[LIVE-06] the mail about missing units of a pickup offers another store, delivery or a refund', () => {
  const missing = { orderNumber: '100000042', email, title: 'Televisor 55"', units: 1, isPickup: true };
  const { text } = unitsMissingMail(missing, ownShop);
  expect(text).toContain(
    'si lo recoges en otra tienda, si te lo llevamos a tu dirección, o si te devolvemos lo que cuesta',
  );
  expect(text).not.toContain('nueva fecha');
});

test('[DEC-12] every exported function that writes a mail in the design is in the list above', () => {
  const source = fileURLToPath(new URL('..', import.meta.url));
  // The design itself writes no mail.
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) => !/\.test\.ts$|^testing\/|mail-layout\.ts$/.test(file),
  );
  const written = files.map((file) => {
    const text = readFileSync(`${source}/${file}`, 'utf8');
    // Exported functions that return a WrittenMail, each up to the next export.
    const names = text
      .split(/^export /m)
      .flatMap((part) => (part.includes('): WrittenMail') ? (/^(?:const|function) (\w+)/.exec(part)?.[1] ?? []) : []));
    return { file, names, isDesigned: /\bmail(?:Page|Of)\(/.test(text) };
  });
  expect(written.flatMap(({ names }) => names).sort()).toEqual(Object.keys(kinds).sort());
  // A function without a declared return type would be missed above. Every file that uses the design must therefore have a match.
  expect(written.filter(({ names, isDesigned }) => isDesigned && names.length === 0)).toEqual([]);
  expect(written.filter(({ isDesigned }) => isDesigned).length).toBeGreaterThan(0);
});
