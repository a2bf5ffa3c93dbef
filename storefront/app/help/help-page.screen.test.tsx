import type { HelpPage, HelpTables } from '@ceiba/contract/help';
import { demoFlags } from '@ceiba/domain/flags/flags';
import { helpPagesOf } from '@ceiba/domain/help/help-pages';
import { quetzales } from '@ceiba/domain/money/money';
import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { demoOffers } from '@ceiba/domain/testing/terms';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { demoOffersAnswer } from '../testing/demo-offers.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';

const pages: HelpPage[] = [
  { name: '', title: 'Ayuda', description: 'Todo sobre tu compra.', blocks: [] },
  {
    name: 'devoluciones',
    title: 'Devoluciones',
    description: 'Hasta cuándo y cómo.',
    blocks: [
      {
        kind: 'questions',
        title: 'Preguntas',
        questions: [{ question: '¿Cuánto tiempo?', answer: '30 días hábiles.' }],
      },
    ],
  },
  { name: 'instalacion', title: 'Instalación', description: 'De tu televisor.', blocks: [] },
];

const tables: HelpTables = {
  deliveries: [
    { department: 'Guatemala', regionId: 485, fee: 30, freeFrom: 1_000, days: '1 día hábil', businessDays: 1 },
    { department: 'Petén', regionId: 493, fee: 75, freeFrom: null, days: '3 días hábiles', businessDays: 3 },
  ],
  pickup: { inStore: '2 horas', fromWarehouse: '2 días hábiles' },
  banks: [{ name: 'Banco Uno', cards: ['visa', 'mastercard'], plans: [6, 12], hasDiscount: true }],
};

const open = (address: string, calls: ScreenOptions['calls'] = {}) =>
  renderScreen(address, { calls: { getHelp: { pages, ...tables }, ...calls } });

const structured = (): Record<string, unknown>[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) => JSON.parse(script.innerHTML));

const cells = (row: HTMLElement) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent);
const tableRows = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1).map(cells);

test('the help links to every topic, including those of an operator, the stores and the book of complaints', async () => {
  await open('/ayuda');
  await screen.findByRole('heading', { level: 1, name: 'Ayuda' });
  const links = within(screen.getByRole('main')).getAllByRole('link').slice(1);
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    ...helpPagesOf(demoOffers).map(({ name }) => `/ayuda/${name}`),
    '/ayuda/instalacion',
    '/tiendas',
    '/libro-de-quejas',
  ]);
});

test('delivery fees and times are listed by department', async () => {
  await open('/ayuda/entregas');
  await screen.findByRole('heading', { level: 1, name: 'Entregas' });
  expect(tableRows('Envío por departamento')).toEqual([
    ['Guatemala', 'Q30.00Gratis desde Q1,000.00', '1 día hábil'],
    ['Petén', 'Q75.00', '3 días hábiles'],
  ]);
});

test('the help shows the payment methods and cuotas that the shop offers', async () => {
  const policy = { ...defaultShopPolicy, cashLimit: quetzales(500), bankDiscountBasisPoints: 1_250 };
  await open('/ayuda/pagos', {
    getPolicy: { policy: toPublicPolicy(policy), offers: demoOffersAnswer, tagContainer: null },
  });
  await screen.findByRole('heading', { level: 1, name: 'Pagos y cuotas' });
  expect(tableRows('Cuotas por banco')).toEqual([
    ['Banco Uno12.5% de descuento en cuotas', 'Visa, Mastercard', '6, 12'],
  ]);
  expect(screen.getByText('El pago en efectivo se acepta hasta Q500.')).toBeVisible();
});

test('without banks no cuotas are promised', async () => {
  await open('/ayuda/pagos', { getHelp: { pages, ...tables, banks: [] } });
  expect(await screen.findByRole('heading', { name: 'Formas de pago' })).toBeVisible();
  expect(screen.queryByText('Cuotas sin recargo')).toBeNull();
  expect(screen.queryByRole('table', { name: 'Cuotas por banco' })).toBeNull();
});

test('questions are in the structured data for search engines as shown on the page', async () => {
  await open('/ayuda/devoluciones');
  expect(await screen.findByText('¿Cuánto tiempo?')).toBeVisible();
  expect(structured()).toMatchObject([
    { '@type': 'BreadcrumbList', itemListElement: [{ name: 'Ayuda' }, { name: 'Devoluciones' }] },
    {
      '@type': 'FAQPage',
      mainEntity: [{ name: '¿Cuánto tiempo?', acceptedAnswer: { text: '30 días hábiles.' } }],
    },
  ]);
});

test('only the points programmes that are enabled are listed', async () => {
  await open('/ayuda/puntos', { getFlags: { flags: { ...demoFlags, pointsBi: false } } });
  await screen.findByRole('heading', { level: 1, name: 'Puntos' });
  expect(screen.getByText('Puntos BAC')).toBeVisible();
  expect(screen.queryByText('Puntos BI')).toBeNull();
});

test('contact shows the phone of the policy, the stores and the book of complaints', async () => {
  const policy = { ...defaultShopPolicy, supportPhone: '2222-1111' };
  await open('/ayuda/contacto', {
    getPolicy: { policy: toPublicPolicy(policy), offers: demoOffersAnswer, tagContainer: null },
  });
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('link', { name: 'Llámanos al 2222-1111' })).toHaveAttribute('href', 'tel:+50222221111');
  expect(main.getAllByRole('link', { name: 'Libro de quejas' })[0]).toHaveAttribute('href', '/libro-de-quejas');
});

test('contact shows hours, address and company as the shop has set them', async () => {
  const own = { shopLegalName: 'Ceiba, S.A.', shopNit: '576937-K', shopHours: 'Lunes a sábado, 9:00 a 18:00' };
  const policy = { ...defaultShopPolicy, ...own, shopAddress: '6a avenida 12-31, Zona 1' };
  await open('/ayuda/contacto', {
    getPolicy: { policy: toPublicPolicy(policy), offers: demoOffersAnswer, tagContainer: null },
  });
  const main = within(await screen.findByRole('main'));
  for (const text of [...Object.values(own), policy.shopAddress]) expect(await main.findByText(text)).toBeVisible();
  expect(main.getAllByRole('definition').map(({ textContent }) => textContent)).toContain('4232-000');
});

test('an unknown help page shows the 404 page', async () => {
  await open('/ayuda/nada');
  expect(await screen.findByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
});
