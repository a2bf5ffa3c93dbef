import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { attached, storedAdvisor } from '../testing/advisor.ts';
import { failCopies } from '../testing/fail-copies.ts';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { openPayment, orderCalls } from '../testing/open-payment.ts';
import { gtq, sampleCartId } from '../testing/samples.ts';

const newCartId = '00000000-0000-4000-8000-0000000000d1';
const link = `http://localhost:3000/wa-link/${newCartId}`;

const cloned = { status: 201, newCartId, total: gtq(1_234.5) };
const goodAnswers: Calls = { ...orderCalls, cloneCart: cloned };

const openPanel = async (calls: Calls = {}) => {
  const shop = await openPayment(
    { attachAdvisor: attached, cloneCart: cloned, ...calls },
    { local: storedAdvisor(), first: 'Enlace de pago' },
  );
  return { shop, create: await screen.findByRole('button', { name: 'Generar enlace de pago' }) };
};

test('[ADV-08, ADV-10, ADV-11, ADV-12, DEC-42, DEC-149, DEC-150] an advisor creates a link from the cart, and can copy and share the link', async () => {
  const { shop, create } = await openPanel();
  await shop.user.click(create);
  expect(await screen.findByRole('heading', { name: 'Enlace generado' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Enlace de pago' })).toHaveValue(link);
  // The copy's total, which may differ from the cart's.
  expect(screen.getByText(/Vigente por 15 días · Total/)).toHaveTextContent('Q1,234.50');
  const names = ['attachAdvisor', 'setCartBillingAddress', 'setCartPaymentMethod', 'confirmCart', 'cloneCart'];
  const sent = shop.allSent().filter(({ name }) => names.includes(name));
  expect(sent.slice(-5).map(({ name }) => name)).toEqual(names);
  expect(sent.map(({ params }) => params)).toEqual(sent.map(() => ({ id: sampleCartId })));
  expect(shop.sentTo('setCartPaymentMethod').map(({ body }) => body)).toEqual([{ paymentMethod: 'kosmos_payment' }]);
  expect(shop.sentTo('confirmCart').map(({ body }) => body)).toEqual([{ email: 'lucia@correo.gt' }]);

  const clipboard = vi.spyOn(navigator.clipboard, 'writeText');
  await shop.user.click(screen.getByRole('button', { name: 'Copiar enlace' }));
  expect(clipboard).toHaveBeenCalledWith(link);
  expect(await screen.findByText('Enlace copiado')).toBeVisible();

  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await shop.user.click(screen.getByRole('button', { name: 'Compartir' }));
  await waitFor(() =>
    expect(open.mock.calls.map(([url]) => url)).toEqual([`https://wa.me/?text=${encodeURIComponent(link)}`]),
  );
  await shop.user.click(screen.getByRole('button', { name: 'Mostrar código QR' }));
  expect(await screen.findByRole('img', { name: 'Código QR del enlace de pago' })).toBeVisible();
});

test('[DEC-150] without a clipboard the link is selected, with a hint to copy it', async () => {
  const { shop, create } = await openPanel();
  await shop.user.click(create);
  const copy = await screen.findByRole('button', { name: 'Copiar enlace' });
  failCopies(false);
  await shop.user.click(copy);
  expect(await screen.findByText(/^No pudimos copiar el enlace/)).toBeVisible();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Enlace de pago' });
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, link.length]);
});

test('once the link is made, the advisor’s next sale starts without the last customer’s data', async () => {
  const { shop, create } = await openPanel({ getHome: { banners: [], rows: [] } });
  await shop.user.click(create);
  await shop.user.click(await screen.findByRole('button', { name: 'Atender a otra persona' }));
  await waitFor(() => expect(shop.address()).toBe('/'));
  await waitFor(() => expect(localStorage.getItem('ceiba.cart')).toBeNull());
  expect(localStorage.getItem('ceiba.checkout') ?? '').not.toMatch(/lucia@correo\.gt|12 calle/);
  expect(localStorage.getItem('ceiba.advisor')).toContain('asesor-demo');
});

test('[DEC-72] a cart that has become an order is removed, and the empty cart shows', async () => {
  const { shop, create } = await openPanel({ confirmCart: refusal('CART_CLOSED') });
  await shop.user.click(create);
  await waitFor(() => expect(shop.address()).toBe('/cart'));
  expect(localStorage.getItem('ceiba.cart')).toBeNull();
});

test('[DEC-150] the link is shared with the system’s share sheet, if there is one', async () => {
  const share = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', Object.assign(navigator, { share }));
  const { shop, create } = await openPanel();
  await shop.user.click(create);
  await shop.user.click(await screen.findByRole('button', { name: 'Compartir' }));
  expect(share.mock.calls).toEqual([[{ url: link }]]);
  Reflect.deleteProperty(navigator, 'share');
});

test.each([
  [noAnswer, 'No hay conexión con la tienda. Revisa tu conexión a internet y vuelve a intentarlo.'],
  [refusal('RATE_LIMITED'), 'Demasiados intentos seguidos. Espera 60 segundos y vuelve a intentarlo.'],
] as const)('[ADV-13] the warning names the cause, whichever call failed: %#', async (answer, cause) => {
  const { shop, create } = await openPanel({ confirmCart: () => answer });
  await shop.user.click(create);
  const title = await screen.findByText('El link no se generó correctamente.');
  expect(title.closest('[role="alert"]')).toHaveTextContent(cause);
});

test.each(['cloneCart', 'confirmCart', 'setCartBillingAddress'] as const)(
  '[ADV-13, ADV-16, DIF-45] a failing %s shows the warning in its place, and the link can be made again',
  async (failing) => {
    let fails = true;
    const refused = refusal('ORDER_IN_PROGRESS', { message: 'Tu pedido anterior sigue en curso.' });
    const answer = () => (fails ? refused : goodAnswers[failing]);
    const { shop, create } = await openPanel({ [failing]: answer });
    await shop.user.click(create);
    const title = await screen.findByText('El link no se generó correctamente.');
    expect(title.closest('[role="alert"]')).toHaveTextContent('Tu pedido anterior sigue en curso.');
    // The flag shows the warning in the panel, so the corner shows no alert.
    expect(document.querySelector('[data-alert-id]')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Enlace generado' })).toBeNull();
    fails = false;
    await shop.user.click(screen.getByRole('button', { name: 'Volver a generar' }));
    expect(await screen.findByRole('heading', { name: 'Enlace generado' })).toBeVisible();
    expect(screen.queryByText('El link no se generó correctamente.')).toBeNull();
  },
);
