import { centavos } from '@ceiba/domain/money/money';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { describe, expect, test } from 'vitest';
import { html } from './mail-layout.ts';
import { type OrderConfirmation, orderConfirmationMail } from './order-mails.ts';

const order: OrderConfirmation = {
  number: '100000042',
  firstName: 'Lucía',
  email: 'lucia@correo.gt',
  lines: [
    {
      sku: 'TV-55',
      title: 'Televisor 55"',
      brand: 'Volcán',
      quantity: 2,
      unitPrice: centavos(1_000_00),
      pictureUrl: '/media/abc/120.webp',
      warranty: { label: 'Garantía de 2 años', amount: centavos(150_00) },
      giftCard: null,
      areGiftCardsSent: false,
      freeGifts: [{ title: 'Soporte de pared' }],
    },
  ],
  subtotal: centavos(2_025_00),
  warranties: centavos(300_00),
  donation: centavos(25_00),
  discounts: [{ label: ['Bienvenida'], amount: centavos(100_00) }],
  shipping: centavos(0),
  tax: centavos(235_71),
  total: centavos(2_225_00),
  giftCards: [],
  handover: {
    kind: 'delivery',
    receiver: 'Lucía Paz',
    address: '12 calle 1-25, Zona 10, Guatemala',
    promise: [{ deliveryDate: '2026-11-26' }],
  },
  billing: { documentType: 'NIT', typed: { name: 'Comercial La Aurora, S.A.', nit: '576937K' } },
  payment: { type: 'CardInstallments', plan: 12, brand: 'visa', masked: '411111******1111' },
  confirmationDue: null,
};

const confirmLink = 'https://ceiba.example/confirm-order#order=abc';
const trackLink = 'https://ceiba.example/track-order#link=xyz';

const mailOf = (changes: Partial<OrderConfirmation> = {}) =>
  orderConfirmationMail(
    { ...order, ...changes },
    { publicUrl: 'https://ceiba.example', policy: defaultShopPolicy },
    { confirm: confirmLink, track: trackLink },
  );

describe('[DEC-12, DEC-43] the confirmation of an order', () => {
  const mail = mailOf();

  test('the confirmation goes to the order’s e-mail and contains the order’s number', () => {
    expect(mail.recipient).toBe('lucia@correo.gt');
    expect(mail.subject).toBe('¡Gracias por tu compra! Orden 100000042');
  });

  for (const [what, texts] of [
    ['number and name', ['100000042', '¡Gracias por tu compra, Lucía!']],
    ['lines', ['Volcán', 'TV-55', 'Q2,000.00', 'Garantía de 2 años', 'Regalo: Soporte de pared']],
    [
      'totals',
      ['Q2,025.00', 'Q300.00', 'Q25.00', '-Q100.00', 'Bienvenida', 'Gratis', 'IVA incluido', 'Q235.71', 'Q2,225.00'],
    ],
    ['delivery', ['Entrega a domicilio', '26 de noviembre de 2026', '12 calle 1-25, Zona 10, Guatemala', 'Lucía Paz']],
    ['billing', ['Comercial La Aurora, S.A.', 'NIT 576937K']],
    ['payment', ['12 cuotas de Q185.42 · Visa terminada en 1111']],
    ['what is next', ['¿Qué sigue?', 'Lo preparamos y enviamos']],
  ] as const) {
    test(`[ORD-14] the confirmation has ${what}, as HTML and as text`, () => {
      for (const text of texts) {
        expect(mail.html).toContain(text);
        expect(mail.text).toContain(text);
      }
    });
  }

  test('pictures and links have the shop’s address, and no other site is loaded', () => {
    expect(mail.html).toContain('src="https://ceiba.example/media/abc/120.webp"');
    for (const [, url] of mail.html.matchAll(/(?:src|href)="([^"]*)"/g))
      expect(url).toMatch(/^https:\/\/ceiba\.example\//);
    expect(mail.html).not.toContain('<script');
  });

  test('[DEC-10] the confirmation shows only a card’s brand and last four digits', () => {
    expect(`${mail.html}${mail.text}`).not.toContain('411111');
  });
});

test('[DEC-35] the mail says where cash is paid: to the courier, or in the store', () => {
  const payment = { type: 'Cash', plan: 0, brand: null, masked: null };
  expect(mailOf({ payment }).text).toContain('Efectivo contra entrega');
  expect(mailOf({ payment }).text).toContain('cobrará únicamente en efectivo');
  const handover = {
    kind: 'pickup',
    receiver: 'Lucía Paz',
    store: 'Ceiba Zona 10',
    address: '12 calle, Guatemala',
    promise: [{ pickupDate: '2026-11-25', pickupTime: '10:00' }],
  } as const;
  const { text } = mailOf({ payment, handover });
  for (const part of [
    'Recoge en tienda',
    'Ceiba Zona 10',
    '25 de noviembre de 2026 a partir de las 10:00',
    'Paga en efectivo al recoger',
    'Recoger en tienda: Q0.00',
  ]) {
    expect(text).toContain(part);
  }
});

test('[DEC-84, DEC-83] the mail of a digital order has no delivery, and shows when a gift card is sent', () => {
  const [line] = order.lines;
  if (line === undefined) throw new Error('the order has a line');
  const giftCard = { deliveryDate: '2026-12-24', to: { name: 'Ana', email: 'ana@correo.gt' } };
  const { text } = mailOf({ handover: { kind: 'digital' }, lines: [{ ...line, giftCard }] });
  expect(text).toContain('Lo recibirás por correo electrónico.');
  expect(text).toContain('Enviaremos la tarjeta de regalo a Ana (ana@correo.gt) el 24 de diciembre de 2026.');
  expect(text).not.toContain('Envío:');
});

test('the mail states that a delivery date is not known yet', () => {
  const { handover: known } = order;
  if (known.kind !== 'delivery') throw new Error('the order is delivered');
  const handover = { ...known, promise: [{ deliveryDate: null }] };
  expect(mailOf({ handover }).text).toContain('Fecha por estimar');
});

test('text that a shopper typed never becomes markup', () => {
  const evil = `<img src=x onerror="alert('1')">&`;
  const { html: page } = mailOf({ firstName: evil, billing: { documentType: 'CF', typed: { name: evil, nit: 'CF' } } });
  expect(page).not.toContain('<img src=x');
  expect(page).toContain('&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;');
});

test('templates escape texts and numbers, but not their own markup', () => {
  expect(html`<p>${'a<b'}${1}${html`<i>${'"'}</i>`}${[html`<b></b>`]}</p>`.markup).toBe(
    '<p>a&#60;b1<i>&#34;</i><b></b></p>',
  );
});

test('only the mail of an order that waits for confirmation contains the link', () => {
  const waiting = mailOf({ confirmationDue: new Date('2026-11-27T04:05:00Z') });
  for (const text of [waiting.html, waiting.text]) {
    expect(text).toContain(confirmLink);
    expect(text).toContain('antes del 26 de noviembre de 2026 a las 22:05');
  }
  for (const text of [mailOf().html, mailOf().text]) expect(text).not.toContain('confirm');
});
