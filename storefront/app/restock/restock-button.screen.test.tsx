import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoutesStub } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import { findAlert } from '../testing/find-alert.ts';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';
import { sampleCartId, sampleChallenge, sampleProductDetail } from '../testing/samples.ts';
import { sampleCustomer, sampleSession, storedSession } from '../testing/signed-in.ts';

const open = (product: ReturnType<typeof sampleProductDetail>, { calls, ...kept }: ScreenOptions = {}) =>
  renderScreen(`/${product.slug}`, {
    ...kept,
    calls: {
      ...calls,
      getProductBySlug: product,
      searchProducts: { products: [], total: 0, page: 1, pageSize: 24, facets: [], resultId: sampleCartId },
      computeDeliveryTimes: { status: 201, data: [] },
      checkPickupStock: { status: 200, data: { found: false, stores: [] } },
    },
  });

test('[DEC-143] a sold-out product offers a restock mail, and guests are sent to the login', async () => {
  const product = sampleProductDetail({ status: 'OUT_OF_STOCK', salableQuantity: 0 });
  await open(product);
  const link = await screen.findByRole('link', { name: 'Notifícame cuando esté disponible' });
  expect(link).toHaveAttribute('href', `/login?redirect=${encodeURIComponent(`/${product.slug}`)}`);
});

test('[DEC-143] an available product offers no restock mail', async () => {
  await open(sampleProductDetail());
  await findAddButton();
  expect(screen.queryByText('Notifícame cuando esté disponible')).toBeNull();
});

const soldOut = sampleProductDetail({ status: 'OUT_OF_STOCK', salableQuantity: 0 });

test('[RST-01, API-07, DEC-143] for a customer, the button posts an empty body and confirms', async () => {
  const { user, sentTo } = await open(soldOut, {
    local: storedSession(),
    calls: { requestRestockNotice: { status: 201, data: { result: true } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Notifícame cuando esté disponible' }));
  const alert = await findAlert('Te avisaremos cuando el producto esté disponible.');
  expect(alert).toHaveAttribute('data-alert-id', 'restock-alert');
  expect(sentTo('requestRestockNotice').map(({ params, body }) => [params, body])).toEqual([
    [{ sku: soldOut.sku }, {}],
  ]);
});

test('[RST-01, DEC-143] a customer’s press on the guests’ link requests the mail', async () => {
  const { user, sentTo, address } = await open(soldOut, {
    calls: { requestRestockNotice: { status: 201, data: { result: true } } },
  });
  const link = await screen.findByRole('link', { name: 'Notifícame cuando esté disponible' });
  // Before hydration: the session is stored, but the guests' link still shows.
  localStorage.setItem('ceiba.customer', storedSession()['ceiba.customer']);
  await user.click(link);
  expect(await screen.findByText('Te avisaremos cuando el producto esté disponible.')).toBeVisible();
  expect(sentTo('requestRestockNotice')).toHaveLength(1);
  expect(address()).toBe(`/${soldOut.slug}`);
});

test('[RST-01, DEC-143] a guest’s request is sent and confirmed once the login has led back', async () => {
  const { user, sentTo, address } = await open(soldOut, {
    calls: {
      login: sampleSession(),
      getCustomer: sampleCustomer(),
      requestRestockNotice: { status: 201, data: { result: true } },
    },
  });
  await user.click(await screen.findByRole('link', { name: 'Notifícame cuando esté disponible' }));
  await user.type(await screen.findByLabelText('Correo electrónico'), 'lucia@correo.gt');
  expect(sentTo('requestRestockNotice')).toEqual([]);
  await user.type(screen.getByLabelText('Contraseña'), 'Ceiba2026demo');
  await user.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  expect(await screen.findByText('Te avisaremos cuando el producto esté disponible.')).toBeVisible();
  expect(address()).toBe(`/${soldOut.slug}`);
  expect(sentTo('requestRestockNotice').map(({ params }) => params)).toEqual([{ sku: soldOut.sku }]);
});

test('[DEC-143] a guest who returns from the login without a session makes no request', async () => {
  const { sentTo } = await open(soldOut, { session: { 'ceiba.restock': `/${soldOut.slug}` } });
  expect(await screen.findByRole('link', { name: 'Notifícame cuando esté disponible' })).toBeVisible();
  expect(sessionStorage.getItem('ceiba.restock') ?? '').toBe('');
  expect(sentTo('requestRestockNotice')).toEqual([]);
  cleanup();
  const later = await open(soldOut, { local: storedSession() });
  expect(await screen.findByRole('button', { name: 'Notifícame cuando esté disponible' })).toBeVisible();
  expect(later.sentTo('requestRestockNotice')).toEqual([]);
});

test.each(['/login?redirect=/cart', '/register?redirect=/cart', '/checkout'])(
  '[RST-01, DEC-143] a guest’s request is not sent by a later login that leads elsewhere: %s',
  async (elsewhere) => {
    const { user } = await open(soldOut);
    await user.click(await screen.findByRole('link', { name: 'Notifícame cuando esté disponible' }));
    await screen.findByLabelText('Correo electrónico');
    cleanup();
    await renderScreen(elsewhere);
    await screen.findByRole('heading', { level: 1 });
    cleanup();
    const { sentTo } = await open(soldOut, { local: storedSession() });
    expect(await screen.findByRole('button', { name: 'Notifícame cuando esté disponible' })).toBeVisible();
    expect(sentTo('requestRestockNotice')).toEqual([]);
  },
);

test('[DEC-143] a press for a product that is available again shows the buy button', async () => {
  const { user } = await open(soldOut, {
    local: storedSession(),
    calls: {
      requestRestockNotice: refusal('PRODUCT_IN_STOCK', {
        message: 'Este producto está disponible: puedes comprarlo ahora.',
      }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Notifícame cuando esté disponible' }));
  expect(await screen.findByText('Este producto está disponible: puedes comprarlo ahora.')).toBeVisible();
});

test('a guest’s press before the session is known is not lost', async () => {
  vi.resetModules();
  onTestFinished(() => {
    cleanup();
    sessionStorage.clear();
  });
  // Renders the page as the server does, without reading this browser.
  vi.stubGlobal('window', undefined);
  const { RestockButton } = await import('./restock-button.tsx').finally(() => vi.unstubAllGlobals());
  const Page = () => <RestockButton product={soldOut} />;
  const Shop = createRoutesStub([
    { path: '/', Component: Page },
    { path: '/login', Component: () => <h1>Inicia sesión</h1> },
  ]);
  render(<Shop />);
  await userEvent.click(screen.getByRole('link', { name: 'Notifícame cuando esté disponible' }));
  expect(await screen.findByRole('heading', { name: 'Inicia sesión' })).toBeVisible();
  expect(sessionStorage.getItem('ceiba.restock')).toBe(`/${soldOut.slug}`);
});

/** Opens the product page whose guests can type an e-mail in place. */
const openByEmail = async (calls: ScreenOptions['calls'] = {}) => {
  const shop = await open(soldOut, { calls: { getCaptchaChallenge: sampleChallenge, ...calls } });
  await shop.user.click(await screen.findByRole('button', { name: 'Avísame solo por correo' }));
  const form = within(await screen.findByRole('form', { name: 'Avísame solo por correo' }));
  return { ...shop, email: form.getByLabelText('Correo electrónico'), button: form.getByRole('button') };
};

test('a guest only gives an e-mail, in place, and sees the confirmation', async () => {
  const { user, email, button, sentTo, address } = await openByEmail({
    requestRestockByEmail: { status: 201, data: { result: true } },
  });
  await waitFor(() => expect(email).toHaveFocus());
  await user.type(email, ' ana@correo.gt');
  await user.click(button);
  const message = (await screen.findByText('Te avisaremos cuando el producto esté disponible.')).closest(
    '[role=status]',
  );
  expect(message).toHaveTextContent('Te escribiremos una sola vez a ana@correo.gt.');
  await waitFor(() => expect(message).toHaveFocus());
  expect(address()).toBe(`/${soldOut.slug}`);
  expect(sentTo('requestRestockByEmail').map(({ body }) => body)).toEqual([
    { sku: soldOut.sku, email: 'ana@correo.gt' },
  ]);
});

test('an invalid address is reported at its field, and not sent until the correction', async () => {
  const { user, email, sentTo } = await openByEmail();
  await user.type(email, 'ana{Enter}');
  const message = 'Por favor, introduce una direccion de correo electronico valida. Ejemplo: nombre@correo.com';
  expect(await screen.findByText(message)).toBeVisible();
  expect(email).toHaveFocus();
  await user.type(email, '@correo.gt');
  expect(screen.queryByText(message)).toBeNull();
  expect(sentTo('requestRestockByEmail')).toEqual([]);
});

test.each([
  ['a lost connection', noAnswer, 'No hay conexión con la tienda'],
  [
    'the limit of the e-mail',
    refusal('RATE_LIMITED', { message: 'Con este correo ya se pidieron 10 avisos hoy.', metadata: { retryAfter: 60 } }),
    'Con este correo ya se pidieron 10 avisos hoy.',
  ],
])('a request that fails because of %s shows an error, and the typed text stays', async (_, answer, says) => {
  const { user, email, button } = await openByEmail({ requestRestockByEmail: answer });
  await user.type(email, 'ana@correo.gt');
  await user.click(button);
  expect(await findAlert(says)).toHaveAttribute('data-alert-id', 'restock-alert');
  expect(email).toHaveValue('ana@correo.gt');
});

test('a customer is not asked for an e-mail', async () => {
  await open(soldOut, { local: storedSession() });
  await screen.findByRole('button', { name: 'Notifícame cuando esté disponible' });
  expect(screen.queryByRole('button', { name: 'Avísame solo por correo' })).toBeNull();
});
