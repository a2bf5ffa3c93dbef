import type { BankPlanRow, BankPlans } from '@ceiba/contract/payments';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import { type Calls, noAnswer } from '../testing/network.ts';
import { openCart } from '../testing/open-cart.ts';
import { sampleGroup } from '../testing/open-checkout.ts';
import { linkId, openLink } from '../testing/open-link.ts';
import { renderScreen, type Screen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine, sampleProductDetail } from '../testing/samples.ts';
import { waitWithStoppedClock } from '../testing/wait-with-stopped-clock.ts';

const row = (bank: string, plan: number, changes: Partial<BankPlanRow> = {}): BankPlanRow => {
  const { discount = 0, brand = 'visa' } = changes;
  const total = 1_000 - discount;
  const monthly = Math.round((total / plan) * 100) / 100;
  return { bank, brand, plan, discount, delivery: null, total, monthly, certain: true, until: null, ...changes };
};

const rows: BankPlanRow[] = [
  row('bac', 1, { brand: 'mastercard' }),
  row('bam-max', 1),
  row('bam-max', 6, { discount: 100 }),
  row('bam-max', 48, { discount: 100 }),
  ...[1, 6, 12].map((plan) => row('g-t', plan)),
  row('g-t', 24, { certain: false }),
  ...[row('dos', 1), row('dos', 6), row('dos', 1, { brand: 'mastercard' }), row('dos', 10, { brand: 'mastercard' })],
  row('otro', 1, { brand: null }),
];

const answer = (changes: Partial<BankPlans> = {}) => ({
  status: 200,
  data: {
    ...{ asOf: '2026-11-24T16:00:00.000Z', subtotal: 1_000, delivery: null, minimum: 500, note: null, rows },
    banks: [
      { id: 'bac', name: 'BAC Credomatic', brands: ['mastercard' as const] },
      { id: 'bam-max', name: 'BAM-MAX', brands: ['visa' as const] },
      { id: 'dos', name: 'Banco de dos marcas', brands: ['visa' as const, 'mastercard' as const] },
      { id: 'g-t', name: 'G&T Continental', brands: ['visa' as const] },
      { id: 'otro', name: 'Otro banco', brands: [] },
    ],
    ...changes,
  },
});

const product = sampleProductDetail({
  salesPrice: { value: 1_000, currency: 'GTQ' },
  regularPrice: { value: 1_000, currency: 'GTQ' },
  salableQuantity: 9,
});

const openPage = (calls: Calls = {}, local: Record<string, string> = {}): Promise<Screen> =>
  renderScreen(`/${product.slug}`, {
    local,
    calls: {
      getProductBySlug: product,
      getRecommendations: { products: [], resultId: sampleCartId },
      computeDeliveryTimes: { status: 201, data: [sampleGroup()] },
      getProductWarranties: [],
      getBankPlans: answer(),
      ...calls,
    },
  });

const question = '¿Cuánto pago con mi banco?';
const openBanks = async ({ user }: Screen) => {
  await user.click(await screen.findByRole('link', { name: question }));
  const drawer = within(await screen.findByRole('dialog', { name: question }));
  await drawer.findByRole('group', { name: 'Elige tu banco' });
  return drawer;
};
type Drawer = Awaited<ReturnType<typeof openBanks>>;
const choose = ({ user }: Screen, drawer: Drawer, name: string) => user.click(drawer.getByRole('radio', { name }));
const linesOf = (drawer: Drawer, name: string): string[] =>
  within(drawer.getByRole('table', { name }))
    .getAllByRole('row')
    .map((line) => [...line.children].map(({ textContent }) => textContent).join(' | '));

describe('the drawer', () => {
  test('[BANK-01] the link opens the question, and before scripts load it opens the help page', async () => {
    const shop = await openPage();
    expect(await screen.findByRole('link', { name: question })).toHaveAttribute('href', '/ayuda/pagos#bancos');
    expect(shop.sentTo('getBankPlans')).toEqual([]);
    await findAddButton();
    await shop.user.selectOptions(screen.getByRole('combobox', { name: 'Cantidad' }), '3');
    const drawer = await openBanks(shop);
    expect(drawer.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      ...['BAC Credomatic', 'BAM-MAX', 'Banco de dos marcas', 'G&T Continental', 'Otro banco', 'No tengo tarjeta'],
    ]);
    expect(shop.sentTo('getBankPlans').map(({ query }) => query)).toEqual([{ sku: product.sku, quantity: '3' }]);
  });

  test('[BANK-02, BANK-03, BANK-05] a bank’s table has a row a plan, its discount and what is paid in total', async () => {
    const shop = await openPage();
    const drawer = await openBanks(shop);
    await choose(shop, drawer, 'BAM-MAX');
    expect(linesOf(drawer, 'BAM-MAX')).toEqual([
      'Plan | Al mes | Descuento de tu banco | Total a pagar',
      'Contado | — | — | Q1,000.00',
      '6 cuotas | Q150.00 | -Q100.00 | Q900.00',
      '48 cuotas | Q18.75 | -Q100.00 | Q900.00',
    ]);
    expect(drawer.getByText('Descuento BAM-MAX (10%): -Q100.00')).toBeVisible();
    expect(drawer.getByText('más envío, por calcular')).toBeVisible();
    expect(
      drawer.getByText('Pagas Q900.00 en total, sin recargo. Tu banco puede ajustar centavos entre cuotas.'),
    ).toBeVisible();
  });

  test('[BANK-01, BANK-05] the drawer asks for the brand if a bank has several, and explains an excluded bank', async () => {
    const shop = await openPage();
    const drawer = await openBanks(shop);
    await choose(shop, drawer, 'Banco de dos marcas');
    expect(drawer.queryByRole('table')).toBeNull();
    await choose(shop, drawer, 'Mastercard');
    expect(linesOf(drawer, 'Banco de dos marcas').at(-1)).toBe('10 cuotas | Q100.00 | — | Q1,000.00');
    await choose(shop, drawer, 'BAC Credomatic');
    expect(drawer.getByText('BAC Credomatic: por ahora solo contado.')).toBeVisible();
    await choose(shop, drawer, 'No tengo tarjeta');
    expect(drawer.getByText('Sin tarjeta pagas Q1,000.00 de una sola vez, sin cuotas.')).toBeVisible();
    expect(drawer.queryByRole('table')).toBeNull();
  });

  test('[BANK-02] below the minimum, the note of the answer shows beside the single payment', async () => {
    const note = 'Las cuotas son desde Q500.00: te faltan Q0.50.';
    const shop = await openPage({ getBankPlans: answer({ note, rows: rows.filter(({ plan }) => plan === 1) }) });
    const drawer = await openBanks(shop);
    await choose(shop, drawer, 'BAM-MAX');
    expect(drawer.getByText(note)).toBeVisible();
    expect(drawer.queryByText(/solo contado/)).toBeNull();
  });

  test('[BANK-04] a pasted card number is cut to six digits: no seventh is sent, stored or shown', async () => {
    const canary = '4012888888881881';
    const shop = await openPage({
      getBankPlans: ({ query }) =>
        query.bin === undefined ? answer() : answer({ rows: [1, 6, 12, 24].map((plan) => row('g-t', plan)) }),
    });
    const drawer = await openBanks(shop);
    await choose(shop, drawer, 'G&T Continental');
    expect(linesOf(drawer, 'G&T Continental').at(-1)).toBe('24 cuotassegún tu tarjeta | Q41.67 | — | Q1,000.00');
    const field = drawer.getByRole('textbox', { name: 'Primeros 6 números de tu tarjeta (opcional)' });
    await shop.user.click(field);
    await shop.user.paste('4012 8888 8888 1881');
    expect(field).toHaveValue('401288');
    expect(await drawer.findByText('Estas son las cuotas de tu tarjeta.')).toBeVisible();
    expect(linesOf(drawer, 'G&T Continental').at(-1)).toBe('24 cuotas | Q41.67 | — | Q1,000.00');
    await shop.user.type(field, '9');
    const seen = JSON.stringify([
      shop.sentTo('getBankPlans'),
      shop.measured(),
      { ...localStorage },
      { ...sessionStorage },
    ]);
    expect(shop.sentTo('getBankPlans').map(({ query }) => query.bin)).toEqual([undefined, '401288']);
    expect(`${seen}${document.body.outerHTML}`.replaceAll(/\D/g, '')).not.toContain(canary.slice(0, 7));
    expect(seen).not.toContain('4012889');
    expect(localStorage.getItem('ceiba.bank')).not.toContain('401288');
  });

  test('[BANK-04] digits of another bank’s card show the plans and the name of that bank', async () => {
    const shop = await openPage({
      getBankPlans: ({ query }) => (query.bin === undefined ? answer() : answer({ rows: [row('bam-max', 1)] })),
    });
    const drawer = await openBanks(shop);
    await choose(shop, drawer, 'G&T Continental');
    await shop.user.type(drawer.getByRole('textbox'), '424242');
    expect(await drawer.findByText('Esa tarjeta es de BAM-MAX.')).toBeVisible();
    expect(linesOf(drawer, 'BAM-MAX')).toHaveLength(2);
  });

  test('[BANK-07] a promotion shows its last day, and after that day the plans are read again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse('2026-11-25T05:59:58Z') });
    const until = '2026-11-25T06:00:00.000Z';
    let isOver = false;
    const shop = await openPage({
      getBankPlans: () =>
        isOver
          ? answer({ rows: [row('bam-max', 1), row('bam-max', 6)] })
          : answer({ rows: [row('bam-max', 1), row('bam-max', 6, { discount: 100, until })] }),
    });
    const drawer = await openBanks(shop);
    await choose(shop, drawer, 'BAM-MAX');
    expect(drawer.getByText('Hasta el 25 de noviembre de 2026')).toBeVisible();
    isOver = true;
    act(() => void vi.advanceTimersByTime(2_000));
    expect(drawer.queryByText(/Q900/)).toBeNull();
    await waitWithStoppedClock(() => expect(linesOf(drawer, 'BAM-MAX').at(-1)).toContain('Q1,000.00'));
    expect(drawer.queryByText(/^Hasta el/)).toBeNull();
  });

  test('[BANK-01] a failed call shows a message, and can be repeated', async () => {
    let isBack = false;
    const shop = await openPage({ getBankPlans: () => (isBack ? answer() : noAnswer) });
    await shop.user.click(await screen.findByRole('link', { name: question }));
    const retry = await screen.findByRole('button', { name: 'Reintentar' }, { timeout: 10_000 });
    isBack = true;
    await shop.user.click(retry);
    expect(await screen.findByRole('radio', { name: 'BAM-MAX' })).toBeVisible();
  });
});

describe('the shopper’s bank', () => {
  const kept = { 'ceiba.bank': JSON.stringify({ bank: 'bam-max', brand: 'visa' }) };
  const longest = '48 cuotas de Q20.83';

  test('[BANK-06] the browser stores the bank, and shows the longest plan of this bank', async () => {
    const shop = await openPage();
    expect(await screen.findByText(longest)).toBeVisible();
    const drawer = await openBanks(shop);
    await choose(shop, drawer, 'BAM-MAX');
    expect(JSON.parse(localStorage.getItem('ceiba.bank') ?? '')).toEqual({ bank: 'bam-max', brand: 'visa' });
    await shop.user.click(drawer.getByRole('button', { name: 'Olvidar mi banco' }));
    expect(localStorage.getItem('ceiba.bank')).toBeNull();
    await choose(shop, drawer, 'G&T Continental');
    await shop.user.click(drawer.getByRole('button', { name: 'Cerrar' }));
    await waitFor(() =>
      expect(screen.getByText('Con G&T Continental').parentElement).toHaveTextContent(
        'Con G&T Continental: 12 cuotas de Q83.33',
      ),
    );
    expect(screen.queryByText(longest)).toBeNull();
  });

  test('[BANK-06] a stored bank’s plan replaces the longest plan', async () => {
    await openPage({}, kept);
    const place = await screen.findByText('Con BAM-MAX');
    expect(place.parentElement).toHaveTextContent('Con BAM-MAX: 48 cuotas de Q18.75');
    expect(screen.queryByText(longest)).toBeNull();
  });

  test.each([
    ['without an answer', noAnswer],
    ['with an answer that lacks the stored bank', answer({ banks: [], rows: [] })],
  ])('[BANK-06] %s the calculator shows its longest plan', async (_, getBankPlans) => {
    const shop = await openPage({ getBankPlans }, kept);
    await waitFor(() => expect(shop.sentTo('getBankPlans')).not.toEqual([]));
    await act(async () => {});
    expect(screen.getByText(longest)).toBeVisible();
    expect(screen.queryByText('Con BAM-MAX')).toBeNull();
  });

  test('[BANK-06, BANK-07] the question in the cart is for the whole cart', async () => {
    const line = sampleLine({ salesPrice: { value: 1_000, currency: 'GTQ' } });
    const shop = await openCart(sampleCart([line]), { getBankPlans: answer() }, kept);
    expect((await screen.findByText('Con BAM-MAX')).parentElement).toHaveTextContent('48 cuotas de Q18.75');
    expect(shop.sentTo('getBankPlans').map(({ query }) => query)).toEqual([{ cartId: sampleCartId }]);
  });

  test('[BANK-07] the page of a payment link has the same table', async () => {
    const shop = await openLink({ getBankPlans: answer() });
    const drawer = await openBanks(shop);
    await choose(shop, drawer, 'BAM-MAX');
    expect(linesOf(drawer, 'BAM-MAX')).toHaveLength(4);
    expect(shop.address()).toBe(`/wa-link/${linkId}`);
  });
});
