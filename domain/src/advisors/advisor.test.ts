import { describe, expect, test } from 'vitest';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import {
  advisorEntry,
  advisorExpiration,
  isAdvisorExpired,
  isLinkExpired,
  linkExpiration,
  linkIdOf,
  paymentLink,
} from './advisor.ts';
import { advisorTexts, shareUrl, storeOrderText } from './advisor-texts.ts';

describe('entry', () => {
  test.each([
    ['at=asesor-demo&store=T02', { hash: 'asesor-demo', store: 'T02' }],
    ['at=asesor-demo', { hash: 'asesor-demo', store: 'MAX' }],
    ['at=%20asesor-demo%20&store=%20', { hash: 'asesor-demo', store: 'MAX' }],
    ['store=MAX', null],
    ['at=%20', null],
    ['', null],
  ])('[ADV-01] [CONST-44] [DEC-15] the address ?%s starts the session %j', (query, expected) => {
    expect(advisorEntry(new URLSearchParams(query))).toEqual(expected);
  });
});

describe('expiry', () => {
  const start = new Date('2026-11-21T12:00:00Z');

  test('[ADV-06] [DEC-145] an advisor’s session expires after twelve hours', () => {
    const end = advisorExpiration(start);
    expect(end.toISOString()).toBe('2026-11-22T00:00:00.000Z');
    expect(isAdvisorExpired(end, new Date(end.getTime() - 1))).toBe(false);
    expect(isAdvisorExpired(end, end)).toBe(true);
  });

  test('[CONST-07] [DEC-146] a payment link expires after fifteen days', () => {
    const end = linkExpiration(start, defaultShopPolicy);
    expect(end.toISOString()).toBe('2026-12-06T12:00:00.000Z');
    expect(isLinkExpired(end, new Date(end.getTime() - 1))).toBe(false);
    expect(isLinkExpired(end, end)).toBe(true);
  });
});

describe('links', () => {
  test('[DEC-146] [DEC-150] a link is created and shared', () => {
    const link = paymentLink('https://ceiba.example', 'abc');
    expect(link).toBe('https://ceiba.example/wa-link/abc');
    expect(shareUrl(link)).toBe('https://wa.me/?text=https%3A%2F%2Fceiba.example%2Fwa-link%2Fabc');
  });

  test.each([
    ['/wa-link/abc', 'abc'],
    ['/wa-link/abc/', 'abc'],
    ['/wa-link/', null],
    ['/wa-link', null],
    ['/wa-link/abc/pago', null],
    ['/x/wa-link/abc', null],
    ['/wa-link/abc?x=1', null],
  ])('[ADV-18] parses the link id in %s', (path, expected) => {
    expect(linkIdOf(path)).toBe(expected);
  });
});

test('[ADV-10] [ADV-13] [ADV-23] [DEC-42] payment links have the documented texts', () => {
  expect(advisorTexts).toEqual({
    linkChoice: 'Enlace de pago',
    storeChoice: 'Pago en tienda',
    createLink: 'Generar enlace de pago',
    createStoreOrder: 'Generar orden para pago en tienda',
    linkCreated: 'Enlace generado',
    copy: 'Copiar enlace',
    share: 'Compartir',
    linkFailed: 'El link no se generó correctamente.',
    retry: 'Volver a generar',
    linkGone: 'Este enlace ya no está disponible.',
    linkUsed:
      'Si ya pagaste con él, tu pedido está hecho: no tienes que pagar otra vez, y tu número de pedido está en el correo que te enviamos. Si lo pagó otra persona, también está hecho: solo para otra compra pide a tu asesor un enlace nuevo.',
  });
  expect(storeOrderText('100000001', 'MAX')).toBe('Orden 100000001 creada. El cliente puede pagar en la tienda MAX.');
});
