import { expect, type Locator, type Page } from '@playwright/test';
import type { Buyer } from './buyer.ts';
import { answerTiles } from './map-tiles.ts';

/** The checkout's three steps, as a shopper uses them. */
export class Checkout {
  readonly page: Page;
  readonly isPhone: boolean;

  constructor(page: Page, isPhone: boolean) {
    this.page = page;
    this.isPhone = isPhone;
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name });
  }

  get payButton(): Locator {
    return this.page.getByRole('button', { name: 'Realizar pedido' });
  }

  async open(): Promise<void> {
    await this.page.goto('/checkout');
    await expect(this.field('Correo electrónico')).toBeVisible();
  }

  async fillContact({ email, firstname, lastname, phone }: Buyer): Promise<void> {
    await this.field('Correo electrónico').fill(email);
    await this.field('Nombres').fill(firstname);
    await this.field('Apellidos').fill(lastname);
    await this.field('Teléfono').fill(phone);
    await this.page.getByRole('button', { name: 'Continuar a entrega' }).click();
  }

  get addressField(): Locator {
    return this.page.getByRole('textbox', { name: 'Dirección' });
  }

  async fillAddress(place: { department?: string; city?: string; zone?: string } = {}): Promise<void> {
    const { department = 'Guatemala', city = 'Guatemala', zone = 'Zona 10' } = place;
    await this.addressField.fill('12 calle 1-25, apartamento 4');
    await this.select('Departamento').selectOption({ label: department });
    await this.select('Municipio').selectOption({ label: city });
    if (zone !== '') await this.select('Zona').selectOption({ label: zone });
  }

  select(name: string): Locator {
    return this.page.getByRole('combobox', { name });
  }

  async continueToPayment(): Promise<void> {
    await this.page.getByRole('button', { name: 'Continuar a pago' }).click();
    await expect(this.method('Tarjeta al contado')).toBeVisible();
  }

  /** Opens the drawer and chooses a store with every product in stock. Returns its name. */
  async chooseStore(): Promise<string> {
    await answerTiles(this.page);
    await this.page.getByRole('radio', { name: 'Recoger en tienda' }).check();
    await this.page.getByRole('button', { name: 'Ver tiendas disponibles' }).click();
    const drawer = this.page.getByRole('dialog', { name: 'Elige tu tienda' });
    const store = drawer.getByRole('radio').first();
    await store.check();
    const name = await drawer
      .getByRole('group', { name: 'Tiendas' })
      .getByText(/^Tienda /)
      .first()
      .innerText();
    await drawer.getByRole('button', { name: `Recoger en ${name}` }).click();
    await expect(drawer).toBeHidden();
    return name;
  }

  /** The header of a payment method (DEC-187). */
  method(name: 'Cuotas' | 'Tarjeta al contado' | 'Efectivo contra entrega'): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async chooseMethod(name: 'Cuotas' | 'Tarjeta al contado' | 'Efectivo contra entrega'): Promise<void> {
    await this.method(name).click();
    await expect(this.method(name)).toHaveAttribute('aria-expanded', 'true');
  }

  async fillCard(number: string, cvv = '123'): Promise<void> {
    await this.field('Número de tarjeta').fill(number);
    await this.field('Vencimiento').fill('1239');
    await this.page.getByLabel('CVV').fill(cvv);
    await this.field('Nombre del titular').fill('Lucía Paz');
  }

  async chooseBilling(document: 'CF' | 'NIT' | 'DPI' | 'Pasaporte'): Promise<void> {
    const radio = this.page.getByRole('radio', { name: document, exact: true });
    // The radio itself is hidden. Its label is the touch target after the step has scrolled into place.
    await this.page.locator('label').filter({ has: radio }).click();
    await expect(radio).toBeChecked();
  }

  /** Types the document and leaves the field. The field then looks up the name (BILL-13). */
  async fillDocument(label: 'NIT' | 'DPI', identifier: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: label, exact: false });
    await field.fill(identifier);
    await field.blur();
  }

  /** Goes from an opened checkout to its last step, with delivery to Zona 10. */
  async reachPayment(buyer: Buyer): Promise<void> {
    await this.fillContact(buyer);
    await this.fillAddress();
    await this.continueToPayment();
  }

  /** Presses the button and returns the number of the order. */
  async placeOrder(): Promise<string> {
    await this.payButton.click();
    return this.confirmedOrder();
  }

  async confirmedOrder(): Promise<string> {
    await expect(this.page.getByRole('heading', { name: '¡Gracias por tu compra!' })).toBeVisible({ timeout: 60_000 });
    const text = await this.page
      .getByText(/Orden \d{9}/)
      .first()
      .innerText();
    const number = /\d{9}/.exec(text)?.[0];
    if (number === undefined) throw new Error(`no order number in "${text}"`);
    return number;
  }
}
