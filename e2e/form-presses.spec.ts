import type { Locator, Page } from '@playwright/test';
import { demo } from './src/demo-products.ts';
import { awake } from './src/hydrated.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn } from './src/sign-in.ts';

/** A field that is left with something wrong in it, and what is pressed to leave it. */
interface LeftField {
  /** Its accessible name; the name of its dialog where it is a form in a drawer. */
  form: string;
  field: string;
  /** What is typed there; an empty field that has to be filled is wrong, too. */
  typed: string;
  /** The form judges while something is typed: the error stands before the press. */
  isJudgedAsTyped?: true;
  /** Below the field: an error line would move it. */
  pressed: (form: Locator) => Locator;
}

const textbox = (name: string) => (form: Locator) => form.getByRole('textbox', { name, exact: true });

const public_: readonly (LeftField & { path: string })[] = [
  {
    path: '/register',
    form: 'Crear cuenta',
    field: 'Teléfono',
    typed: '0000-0000',
    pressed: (form) => form.getByRole('checkbox', { name: /^Acepto/ }),
  },
  { path: '/register', form: 'Crear cuenta', field: 'Nombres', typed: '', pressed: textbox('Teléfono') },
  {
    path: '/login',
    form: 'Iniciar sesión',
    field: 'Correo electrónico',
    typed: 'nadie',
    pressed: (form) => form.getByLabel('Contraseña', { exact: true }),
  },
  {
    path: '/libro-de-quejas',
    form: 'Libro de quejas',
    field: 'Correo electrónico',
    typed: 'x',
    pressed: textbox('¿Qué pasó?'),
  },
  {
    path: '/track-order',
    form: 'Consulta tu pedido',
    field: 'Número de pedido',
    typed: '7',
    pressed: textbox('Correo electrónico'),
  },
];

const ofAccount: readonly LeftField[] = [
  { form: 'Información personal', field: 'Teléfono', typed: '1', isJudgedAsTyped: true, pressed: textbox('DPI') },
  {
    form: 'Datos de facturación',
    field: 'NIT',
    typed: '1',
    isJudgedAsTyped: true,
    pressed: textbox('Dirección fiscal'),
  },
  {
    form: 'Contraseña',
    field: 'Contraseña actual',
    typed: '',
    pressed: (form) => form.getByRole('button', { name: /^Mostrar confirmar/ }),
  },
];

/** Two frames are drawn: what a field says when it is left stands there, if nothing waits for the end of the press. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** The script that waits for the end of a press came with the first focus of a field. */
const scriptHasCome = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some((entry) => /\/left-field-/.test(entry.name) && 'responseEnd' in entry && Number(entry.responseEnd) > 0),
  );

/** Leaves a field by a press of the mouse that takes its time; nothing may move until it has ended. */
async function expectPressMet(page: Page, { form, field, typed, isJudgedAsTyped, pressed }: LeftField): Promise<void> {
  const within = page.getByRole('form', { name: form }).or(page.getByRole('dialog', { name: form }));
  const left = within.getByLabel(field, { exact: true });
  const target = pressed(within);
  await left.fill(typed);
  await left.focus();
  await scriptHasCome(page);
  await drawn(page);
  if (isJudgedAsTyped) await expect(left).toHaveAttribute('aria-invalid', 'true');
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const clicked = target.evaluate(
    (element) => new Promise((resolve) => element.addEventListener('click', () => resolve('clicked'), { once: true })),
  );
  const box = await target.boundingBox();
  if (box === null) throw new Error(`nothing to press below "${field}"`);
  await page.mouse.move(box.x + Math.min(box.width / 2, 24), box.y + Math.min(box.height / 2, 24));
  await page.mouse.down();
  await drawn(page);
  const y = (await target.boundingBox())?.y ?? 0;
  // A line of text is 20 px; the page may still settle by a pixel.
  expect(Math.abs(y - box.y), `below "${field}" of "${form}"`).toBeLessThan(4);
  await page.mouse.up();
  expect(await clicked).toBe('clicked');
  await expect(left).toHaveAttribute('aria-invalid', 'true');
}

for (const { path, ...left } of public_)
  test(`${path}: what is pressed while "${left.field}" is left with an error stays under the press`, async ({
    page,
  }) => {
    await page.goto(path);
    await awake(page);
    await expectPressMet(page, left);
  });

test('a finger on the terms takes them, though the field that it leaves has an error', async ({ page }) => {
  await page.goto('/register');
  await awake(page);
  const phone = page.getByRole('textbox', { name: 'Teléfono' });
  await phone.fill('0000-0000');
  const terms = page.getByRole('checkbox', { name: /^Acepto/ });
  await terms.evaluate((box) => box.scrollIntoView({ block: 'center' }));
  await terms.tap();
  await expect(terms).toBeChecked();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
});

test('each form of the account lets nothing move under a press', async ({ page }) => {
  await page.goto('/login');
  await awake(page);
  await signIn(page, demoCustomer);
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/dashboard/profile');
  await awake(page);
  for (const left of ofAccount) await expectPressMet(page, left);
});

test('the forms in drawers and the form of a return let nothing move under a press', async ({ page }) => {
  await page.goto('/login?redirect=/dashboard/addresses');
  await signIn(page, demoCustomer);
  await page.getByRole('button', { name: 'Agregar dirección' }).click();
  await expectPressMet(page, {
    form: 'Agregar dirección',
    field: 'Alias de la dirección',
    typed: '',
    pressed: textbox('Dirección'),
  });

  await page.goto('/dashboard/orders');
  const main = page.getByRole('main');
  const wanted = main.getByRole('link', { name: 'Solicitar devolución' }).first();
  const orders = main.getByRole('link', { name: /^Orden \d{9}$/ });
  await orders.first().waitFor();
  // An order that is still on its way, or whose days are over, has nothing to return.
  for (const order of await orders.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
    await page.goto(order);
    await expect(page.getByRole('complementary', { name: 'Resumen' })).toBeVisible();
    if ((await wanted.count()) > 0) break;
  }
  await wanted.click();
  await page.getByRole('form', { name: /^Devolución del pedido/ }).waitFor();
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  await expectPressMet(page, {
    form: `Devolución del pedido ${number}`,
    field: 'Descripción (opcional)',
    typed: 'x'.repeat(501),
    pressed: (within) => within.getByText('Elegir fotos'),
  });
});

test('each step of the checkout lets nothing move under a press', async ({ page, shopper, checkout }) => {
  await shopper.haveCart([{ sku: demo.television }]);
  await checkout.open();
  await awake(page);
  const contact = 'Información de contacto';
  await expectPressMet(page, { form: contact, field: 'Correo electrónico', typed: 'x', pressed: textbox('Apellidos') });
  await expectPressMet(page, { form: contact, field: 'Nombres', typed: '', pressed: textbox('Teléfono') });
  await checkout.fillContact({ email: 'lucia.paz@correo.gt', firstname: 'Lucía', lastname: 'Paz', phone: '55123480' });
  await expect(checkout.addressField).toBeVisible();
  await expectPressMet(page, {
    form: 'Entrega a domicilio',
    field: 'Dirección',
    typed: '',
    pressed: (form) => form.getByRole('button', { name: 'Ajustar en el mapa' }),
  });
});
