import type { Locator } from '@playwright/test';
import { cards, newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { expectDrawers } from './src/drawers.ts';
import { holdScripts } from './src/hold-scripts.ts';
import { answerTiles } from './src/map-tiles.ts';
import { watchPaintedSteps } from './src/painted-steps.ts';
import { expect, test } from './src/shop-test.ts';

test.describe('with a cart', () => {
  test.beforeEach(async ({ shopper }) => {
    await shopper.haveCart([{ sku: demo.fryer }]);
  });

  test('[INFO-02, INFO-03, INFO-04, INFO-05, INFO-06, DIF-04] the contact says what is wrong in its own words', async ({
    checkout,
    page,
  }) => {
    await checkout.open();
    const submit = page.getByRole('button', { name: 'Continuar a entrega' });
    await expect(submit).toBeDisabled();
    const messages = [
      ['Correo electrónico', 'El campo de correo electronico es obligatorio y no puede estar vacio.'],
      ['Nombres', 'Por favor, introduce tu nombre.'],
      ['Apellidos', 'Por favor, introduce tus apellidos.'],
      ['Teléfono', 'Un numero de telefono es necesario para la verificacion.'],
    ] as const;
    for (const [name, message] of messages) {
      const field = checkout.field(name);
      await field.fill('x');
      await field.fill('');
      await field.blur();
      await expect(field).toHaveAccessibleDescription(message);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    }
    await checkout.field('Correo electrónico').fill('lucia@correo');
    await expect(checkout.field('Correo electrónico')).toHaveAccessibleDescription(
      'Por favor, introduce una direccion de correo electronico valida. Ejemplo: nombre@correo.com',
    );
    await expect(page.getByText('+502').first()).toBeVisible();
    const phone = checkout.field('Teléfono');
    await phone.pressSequentially('a555544');
    await expect(phone).toHaveValue('5555-44');
    await expect(phone).toHaveAccessibleDescription('El numero de telefono debe contener exactamente 8 digitos.');
    await phone.pressSequentially('4499');
    await expect(phone).toHaveValue('5555-4444');
    await checkout.field('Correo electrónico').fill('lucia@correo.gt');
    await checkout.field('Nombres').fill('Lucía');
    await expect(submit).toBeDisabled();
    await checkout.field('Apellidos').fill('Paz');
    await expect(submit).toBeEnabled();
  });

  test('[DEL-08, DEL-09, DEL-11] the address says what is wrong, and a new department empties what hangs on it', async ({
    checkout,
    page,
  }) => {
    await checkout.open();
    await checkout.fillContact(newBuyer());
    await expect(checkout.select('Departamento')).toBeDisabled();
    await expect(checkout.select('Municipio')).toBeDisabled();
    await page.getByRole('button', { name: 'Continuar a pago' }).click();
    await expect(checkout.addressField).toHaveAccessibleDescription('La dirección es obligatoria.');
    await expect(checkout.addressField).toBeFocused();
    await checkout.addressField.fill('a'.repeat(130));
    await expect(checkout.addressField).toHaveValue('a'.repeat(100));
    await page.getByRole('button', { name: 'Continuar a pago' }).click();
    await expect(checkout.select('Departamento')).toHaveAccessibleDescription('El departamento es obligatorio.');
    await checkout.select('Departamento').selectOption({ label: 'Guatemala' });
    await page.getByRole('button', { name: 'Continuar a pago' }).click();
    await expect(checkout.select('Municipio')).toHaveAccessibleDescription('El municipio es obligatorio.');
    await checkout.select('Municipio').selectOption({ label: 'Guatemala' });
    await checkout.select('Zona').selectOption({ label: 'Zona 10' });
    await expect(page.getByText('Tu pedido completo')).toBeVisible();
    await checkout.select('Departamento').selectOption({ label: 'Petén' });
    await expect(checkout.select('Municipio')).toHaveValue('');
    await expect(checkout.select('Zona')).toBeHidden();
  });

  test('[CONST-36] [CART-31] delivery costs what the department costs', async ({ checkout, page }) => {
    await checkout.open();
    const summary = page.getByRole('complementary');
    await expect(summary.getByText('Por calcular')).toBeVisible();
    await checkout.fillContact(newBuyer());
    await checkout.fillAddress({ department: 'Quetzaltenango', city: 'Quetzaltenango', zone: '' });
    await checkout.continueToPayment();
    await expect(summary.getByText('Q75.00')).toBeVisible();
    await page.getByRole('button', { name: 'Editar' }).last().click();
    await expect(summary.getByText('Por calcular')).toBeVisible();
    await checkout.fillAddress();
    await checkout.continueToPayment();
    await expect(summary.getByText('Q30.00')).toBeVisible();
  });

  test('[MAP-03, TRU-03, TRU-06] the map and the person who receives have their drawers', async ({
    checkout,
    page,
  }) => {
    await page.context().grantPermissions([]);
    await checkout.open();
    await checkout.fillContact(newBuyer());
    await checkout.fillAddress();
    await answerTiles(page);
    await page.getByRole('button', { name: 'Ajustar en el mapa' }).click();
    const map = page.getByRole('dialog', { name: 'Ubica tu dirección' });
    await map.getByRole('button', { name: 'Confirmar ubicación' }).click();
    await expect(map).toBeHidden();
    await expect(page.getByText('Ubicación confirmada')).toBeVisible();
    await page.getByRole('radio', { name: /^Otra persona recibe/ }).check();
    const drawer = page.getByRole('dialog', { name: 'Agregar persona' });
    await drawer.getByRole('button', { name: 'Guardar' }).click();
    await expect(drawer.getByRole('textbox', { name: 'Nombre', exact: true })).toHaveAccessibleDescription(
      'El nombre es requerido',
    );
    await expect(drawer.getByRole('textbox', { name: 'Apellido' })).toHaveAccessibleDescription(
      'El apellido es requerido',
    );
    await expect(drawer.getByRole('textbox', { name: 'Teléfono' })).toHaveAccessibleDescription(
      'El teléfono debe contener exactamente 8 dígitos.',
    );
    await drawer.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Inés');
    await drawer.getByRole('textbox', { name: 'Apellido' }).fill('Cuc');
    await drawer.getByRole('textbox', { name: 'Teléfono' }).fill('33332222');
    await drawer.getByRole('button', { name: 'Guardar' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('radio', { name: /^Inés Cuc/ })).toBeChecked();
    const sent = page.waitForRequest('**/v1/carts/*/shippingAddress');
    await checkout.continueToPayment();
    expect((await sent).postDataJSON()).toMatchObject({ latitude: 14.597, longitude: -90.507 });
    await expect(page.getByText('Recibe Inés Cuc')).toBeVisible();
  });

  test('[PAY-11, PAY-13, PAY-14, PAY-16, PAY-17, PAY-20] the card says what is wrong, and the rest of it waits for a valid number', async ({
    checkout,
    page,
  }) => {
    await checkout.open();
    await checkout.reachPayment(newBuyer());
    await checkout.chooseMethod('Tarjeta al contado');
    const number = checkout.field('Número de tarjeta');
    const expiry = checkout.field('Vencimiento');
    const cvv = page.getByLabel('CVV');
    const holder = checkout.field('Nombre del titular');
    await number.fill('1');
    await number.fill('');
    await number.blur();
    await expect(number).toHaveAccessibleDescription('El número de tarjeta es obligatorio');
    await number.fill('4242424242424241');
    await expect(number).toHaveAccessibleDescription('El número de tarjeta no es válido');
    for (const field of [expiry, cvv, holder]) await expect(field).toBeDisabled();
    await number.fill(cards.amex);
    await expect(number).toHaveValue('3782 822463 10005');
    await number.fill(`${cards.amex}99`);
    await expect(number).toHaveValue('3782 822463 10005');
    await number.fill(`${cards.bamVisa}99`);
    await expect(number).toHaveValue('4242 4242 4242 4242');
    for (const field of [expiry, cvv, holder]) await expect(field).toBeEnabled();
    await expiry.fill('1320');
    await expiry.blur();
    await expect(expiry).toHaveAccessibleDescription('Mes inválido');
    await expiry.fill('0120');
    await expect(expiry).toHaveAccessibleDescription('Fecha de expiración debe ser en futuro');
    await expiry.fill('');
    await expect(expiry).toHaveAccessibleDescription('Fecha de expiración es obligatoria');
    await expiry.fill('1239');
    await expect(expiry).toHaveValue('12 / 39');
    await cvv.fill('1');
    await cvv.blur();
    await expect(cvv).toHaveAccessibleDescription('CVV debe tener al menos 3 digitos');
    await cvv.fill('');
    await expect(cvv).toHaveAccessibleDescription('CVV es obligatorio');
    await cvv.fill('123');
    await holder.fill('x');
    await holder.fill('');
    await holder.blur();
    await expect(holder).toHaveAccessibleDescription('Nombre del titular es obligatorio');
    await expect(checkout.payButton).toBeDisabled();
    await holder.fill('Lucía Paz');
    await expect(checkout.payButton).toBeEnabled();
    await checkout.method('Tarjeta al contado').click();
    await expect(checkout.method('Tarjeta al contado')).toHaveAttribute('aria-expanded', 'false');
    await expect(checkout.payButton).toBeDisabled();
  });

  test('[PAY-26] [PAY-28] [DEC-188] a card without installments says so', async ({ checkout, page }) => {
    await checkout.open();
    await checkout.reachPayment(newBuyer());
    await expect(checkout.method('Cuotas')).toHaveAccessibleDescription('Desde Q243.00 mensuales');
    await checkout.chooseMethod('Cuotas');
    await checkout.field('Número de tarjeta').fill(cards.bacMastercard);
    const alert = page.getByRole('alert').filter({ hasText: 'No cuenta con cuotas disponibles' });
    await expect(alert).toContainText('Por favor seleccione otro método de pago');
    await expect(checkout.payButton).toBeDisabled();
    await checkout.field('Número de tarjeta').fill(cards.industrialVisa);
    await expect(page.getByRole('radio', { name: /^6 cuotas/ })).toBeChecked();
    await expect(page.getByRole('group', { name: 'Cuotas' }).getByRole('radio')).toHaveCount(6);
  });

  test('[CHK-10] [CHK-12] [DIF-08] [DIF-49] a reload keeps the step, and on the last one starts delivery anew; a phone has its "Resumen de compra"', async ({
    checkout,
    page,
  }) => {
    const buyer = newBuyer();
    await checkout.open();
    await checkout.fillContact(buyer);
    await page.reload();
    await expect(page.getByText(buyer.email)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Resumen de compra' })).toBeVisible();
    await checkout.fillAddress();
    await page.reload();
    await expect(checkout.addressField).toHaveValue('12 calle 1-25, apartamento 4');
    await expect(checkout.select('Zona')).toHaveValue('Zona 10');
    await expect(checkout.select('Departamento')).not.toHaveValue('');
    await expect(checkout.select('Municipio')).toHaveValue('Guatemala');
    await checkout.continueToPayment();
    await page.reload();
    await expect(checkout.addressField).toHaveValue('');
    await expect(page.getByRole('listitem').filter({ hasText: 'Entrega' })).toHaveAttribute('aria-current', 'step');
    await expect(checkout.method('Tarjeta al contado')).toBeHidden();
  });

  test('[CHK-10] [CHK-12] a load shows no other step as the current one than the one it ends at, however late its scripts come', async ({
    checkout,
    page,
  }) => {
    await checkout.open();
    await checkout.fillContact(newBuyer());
    await expect(checkout.addressField).toBeVisible();
    await watchPaintedSteps(page);
    const expectPainted = async (load: () => Promise<unknown>, step: string, shown: Locator): Promise<void> => {
      const letScriptsIn = await holdScripts(page);
      await load();
      // What the server sent is painted before any script has run.
      await page.waitForFunction(() => window.paintedSteps.length > 0);
      letScriptsIn();
      await expect(shown).toBeVisible();
      // It is noted with a frame: the last one may be a moment behind what can be seen.
      await expect.poll(() => page.evaluate(() => window.paintedSteps.at(-1))).toBe(step);
      expect(await page.evaluate(() => window.paintedSteps)).toEqual(['none', step]);
    };
    const reload = () => page.reload({ waitUntil: 'commit' });
    const open = () => page.goto('/checkout', { waitUntil: 'commit' });
    await expectPainted(reload, 'Entrega', checkout.addressField);
    await checkout.fillAddress();
    await checkout.continueToPayment();
    await expectPainted(open, 'Pago', checkout.method('Tarjeta al contado'));
    await expectPainted(reload, 'Entrega', checkout.addressField);
  });

  test('[CHK-05] the back button leads to the cart and forward again to what was typed', async ({
    checkout,
    page,
    shopper,
  }) => {
    const buyer = newBuyer();
    await page.goto('/cart');
    await shopper.goToCheckout();
    await checkout.fillContact(buyer);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible();
    await page.goForward();
    await expect(page.getByText(buyer.email)).toBeVisible();
    await page.getByRole('button', { name: 'Editar' }).click();
    await expect(checkout.field('Nombres')).toHaveValue('Lucía');
    await checkout.field('Nombres').fill('Luz');
    await page.getByRole('button', { name: 'Continuar a entrega' }).click();
    await expect(page.getByText('Luz Paz').first()).toBeVisible();
  });

  test('[CHK-09] [CHK-12] the page scrolls to the payment; a second tab changes the cart: delivery starts anew in the first, says why in view, and gives back what was chosen', async ({
    checkout,
    page,
    context,
    shopper,
  }) => {
    await checkout.open();
    await checkout.reachPayment(newBuyer());
    // Its card begins at the top of the window, which the shopper had scrolled to the end of the delivery.
    const payment = page.getByRole('region', { name: 'Completa tu pago' });
    const fromTop = async (): Promise<number> => Math.abs((await payment.boundingBox())?.y ?? Number.POSITIVE_INFINITY);
    await expect.poll(fromTop).toBeLessThan(32);
    await expect(payment).toBeFocused();
    const other = await context.newPage();
    await other.goto('/cart');
    await other.getByRole('combobox', { name: 'Cantidad' }).selectOption('3');
    await expect(other.getByRole('main').getByText('3 productos').first()).toBeVisible();
    await other.close();
    await page.bringToFront();
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(checkout.addressField).toHaveValue('');
    await expect(checkout.method('Tarjeta al contado')).toBeHidden();
    await expect(page.getByText('Tu carrito cambió y la entrega empieza de nuevo')).toBeInViewport();
    await expect(page.getByRole('region', { name: 'Método de entrega' })).toBeFocused();
    await page.getByRole('button', { name: 'Usar los datos de antes' }).click();
    await expect(checkout.addressField).toHaveValue('12 calle 1-25, apartamento 4');
    await expect(page.getByText('Pusimos de nuevo lo que todavía vale para tu carrito.')).toBeInViewport();
    await checkout.continueToPayment();
    await expect(checkout.method('Tarjeta al contado')).toBeVisible();
    await page.goto('/cart');
    await expect(shopper.line((await shopper.product(demo.fryer)).title)).toContainText('Q2,097.00');
  });

  test('the date that comes late moves nothing: the button stays under the finger', async ({ checkout, page }) => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await checkout.open();
    await page.route('**/v2/products/time', async (route) => {
      asked.resolve();
      await answered.promise;
      await route.continue();
    });
    await checkout.fillContact(newBuyer());
    await checkout.fillAddress();
    await asked.promise;
    const dates = page.getByRole('group', { name: 'Fecha de entrega' });
    await expect(dates).toBeVisible();
    const height = async () => (await dates.boundingBox())?.height;
    const before = await height();
    answered.resolve();
    await expect(dates.getByText('Tu pedido completo')).toBeVisible();
    expect(await height()).toBe(before);
  });

  test('the summary of one product unfolds, and its drawer lists the cart', { tag: '@both' }, async ({
    checkout,
    page,
  }) => {
    await checkout.open();
    await page.getByRole('button', { name: 'Carrito (1 producto)' }).click();
    await expect(page.getByRole('button', { name: 'Ocultar resumen' })).toBeVisible();
    await page.getByRole('button', { name: 'Ver detalle' }).click();
    const drawer = page.getByRole('dialog', { name: 'Detalle de tu compra' });
    await expect(drawer.getByText('Q699.00')).toBeVisible();
    await expectDrawers(page, 1);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Ver detalle' })).toBeFocused();
  });
});

test.describe('invoice', () => {
  test.use({ refusals: [400, 404] });

  test('[BILL-04, BILL-08, BILL-09, BILL-11, BILL-12, BILL-13, CONST-17] each document says what is wrong', async ({
    shopper,
    checkout,
    page,
  }) => {
    await shopper.haveCart([{ sku: demo.television }]);
    await checkout.open();
    await checkout.reachPayment(newBuyer());
    await expect(page.getByRole('radio', { name: 'CF', exact: true })).toBeDisabled();
    await expect(page.getByText('Compras mayores a Q2,500 requieren NIT.')).toBeVisible();
    const nit = checkout.field('NIT');
    const name = checkout.field('Nombre completo');
    await nit.fill('1');
    await nit.fill('');
    await nit.blur();
    await expect(nit).toHaveAccessibleDescription('Debe de ingresar el NIT');
    await nit.fill('12345678');
    await nit.blur();
    await expect(nit).toHaveAccessibleDescription('NIT inválido');
    await nit.fill('800000');
    await nit.blur();
    await expect(nit).toHaveAccessibleDescription('NIT inválido');
    await nit.fill('1234-5678-90123');
    await expect(nit).toHaveValue('123456789');
    await checkout.fillDocument('NIT', '800000-K');
    await expect(page.getByRole('alert').filter({ hasText: 'Encontramos un problema' })).toContainText(
      'No es posible facturar con el NIT ingresado.',
    );
    await checkout.fillDocument('NIT', '12345679');
    await expect(name).toHaveValue('Juan Pérez');
    await checkout.chooseBilling('DPI');
    const dpi = checkout.field('DPI');
    await dpi.fill('123');
    await dpi.blur();
    await expect(dpi).toHaveAccessibleDescription('El DPI debe contener exactamente 13 dígitos.');
    await checkout.fillDocument('DPI', '1234567890101');
    await expect(name).toHaveValue('María López');
    await checkout.chooseBilling('Pasaporte');
    const passport = checkout.field('Pasaporte');
    await passport.fill('x');
    await passport.fill('');
    await passport.blur();
    await expect(passport).toHaveAccessibleDescription('Debe de ingresar el número de pasaporte');
    await expect(name).toHaveValue('Lucía Paz');
    await name.fill('');
    await name.blur();
    await expect(name).toHaveAccessibleDescription('El nombre completo es necesario.');
    const address = checkout.field('Dirección fiscal');
    await address.fill('');
    await address.blur();
    await expect(address).toHaveAccessibleDescription('La dirección fiscal es necesaria.');
  });
});

test('[DEL-02] [DEC-89] what is sold for pickup only offers no home delivery', async ({ shopper, checkout, page }) => {
  await shopper.haveCart([{ sku: demo.restricted }]);
  await checkout.open();
  await checkout.fillContact(newBuyer());
  await expect(page.getByRole('button', { name: 'Ver tiendas disponibles' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^A domicilio/ })).toBeHidden();
});

test('[DEL-03] [DIF-19] what a store cannot hold offers no pickup', async ({ shopper, checkout, page }) => {
  await shopper.haveCart([{ sku: demo.dropshipping }, { sku: demo.thirdParty }]);
  await checkout.open();
  await checkout.fillContact(newBuyer());
  await expect(page.getByRole('radio', { name: /^Recoger en tienda/ })).toBeHidden();
  await checkout.fillAddress();
  await expect(page.getByText('Envío 1 de 2')).toBeVisible();
  await checkout.continueToPayment();
});
