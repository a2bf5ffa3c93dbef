import { demo } from './src/demo-products.ts';
import { awake } from './src/hydrated.ts';
import { expectPressMet, scriptHasCome, textbox } from './src/left-field.ts';
import { expect, test } from './src/shop-test.ts';

for (const isLate of [false, true])
  test(`a touch checks the terms, even if the left field has an error${isLate ? ' and no script yet' : ''}`, async ({
    page,
  }) => {
    const { promise: touched, resolve: touch } = Promise.withResolvers<void>();
    await page.route(/\/left-field-/, async (route) => {
      if (isLate) await touched;
      await route.continue();
    });
    await page.goto('/register');
    await awake(page);
    const phone = page.getByRole('textbox', { name: 'Teléfono' });
    await phone.fill('0000-0000');
    if (!isLate) await scriptHasCome(page);
    const terms = page.getByRole('checkbox', { name: /^Acepto/ });
    await terms.evaluate((box) => box.scrollIntoView({ block: 'center' }));
    await terms.tap();
    await expect(terms).toBeChecked();
    touch();
    await expect(phone).toHaveAttribute('aria-invalid', 'true');
  });

test('no step of the checkout moves anything under a press', async ({ page, shopper, checkout }) => {
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
