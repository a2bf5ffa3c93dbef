import { awake } from './src/hydrated.ts';
import { expectPressMet, type LeftField, textbox } from './src/left-field.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn } from './src/sign-in.ts';

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

for (const { path, ...leftField } of public_)
  test(`${path}: the element pressed while "${leftField.field}" has an error stays under the press`, async ({
    page,
  }) => {
    await page.goto(path);
    await awake(page);
    await expectPressMet(page, leftField);
  });

test('no form of the account moves anything under a press', async ({ page }) => {
  await page.goto('/login');
  await awake(page);
  await signIn(page, demoCustomer);
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/dashboard/profile');
  await awake(page);
  for (const leftField of ofAccount) await expectPressMet(page, leftField);
});

test('no form in a drawer, and no form of a return, moves anything under a press', async ({ page }) => {
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
  const returnLink = main.getByRole('link', { name: 'Solicitar devolución' }).first();
  const orders = main.getByRole('link', { name: /^Orden \d{9}$/ });
  await orders.first().waitFor();
  // An order that is on its way, or too old, has nothing to return.
  for (const order of await orders.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
    await page.goto(order);
    await expect(page.getByRole('complementary', { name: 'Resumen' })).toBeVisible();
    if ((await returnLink.count()) > 0) break;
  }
  await returnLink.click();
  await page.getByRole('form', { name: /^Devolución del pedido/ }).waitFor();
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  await expectPressMet(page, {
    form: `Devolución del pedido ${number}`,
    field: 'Descripción (opcional)',
    typed: 'x'.repeat(501),
    pressed: (within) => within.getByText('Elegir fotos'),
  });
});
