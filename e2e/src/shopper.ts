import type { Client } from '@ceiba/contract/client';
import { expect, type Locator, type Page } from '@playwright/test';
import { awake } from './hydrated.ts';
import { read } from './read.ts';

/** The actions of a shopper before the checkout. */
export class Shopper {
  readonly page: Page;
  readonly api: Client;
  readonly isPhone: boolean;
  readonly panel: Locator;

  constructor(page: Page, api: Client, isPhone: boolean) {
    this.page = page;
    this.api = api;
    this.isPhone = isPhone;
    this.panel = page.getByRole('dialog', { name: 'Continuar comprando' });
  }

  /** Waits for hydration of the last loaded page. */
  awake(): Promise<unknown> {
    return awake(this.page);
  }

  get searchBox(): Locator {
    return this.page.getByRole('combobox', { name: 'Buscar productos' });
  }

  async search(words: string): Promise<void> {
    await this.searchBox.fill(words);
    await this.searchBox.press('Enter');
    await expect(this.page.getByRole('heading', { level: 1, name: `“${words}”` })).toBeVisible();
  }

  product(sku: string) {
    return read(this.api, 'getProductBySku', { params: { sku } });
  }

  /** Opens the page of a product. Returns the API's data of the product. */
  async openProduct(sku: string) {
    const product = await this.product(sku);
    await this.page.goto(`/${product.slug}`);
    await expect(this.page.getByRole('heading', { level: 1, name: product.title })).toBeVisible();
    return product;
  }

  /** The button of the product page. On a phone the bar at the bottom has a second button, which submits the same form. */
  get addButton(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: 'Agregar al carrito', exact: true }).first();
  }

  async addToCart(): Promise<void> {
    await this.addButton.click();
    await expect(this.panel.getByText('Producto agregado')).toBeVisible();
  }

  async goToCart(): Promise<void> {
    await this.panel.getByRole('link', { name: 'Ir al carrito' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible();
  }

  /** Returns the cart line with this product title. */
  line(title: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('link', { name: title, exact: true }) });
  }

  async changeQuantity(title: string, quantity: number): Promise<void> {
    const line = this.line(title);
    await line.getByRole('combobox', { name: 'Cantidad' }).selectOption(String(quantity));
    await expect(line).not.toHaveAttribute('aria-busy', 'true');
  }

  async goToCheckout(): Promise<void> {
    await this.page.getByRole('link', { name: 'Ir a pagar' }).click();
    await expect(this.page.getByRole('textbox', { name: 'Correo electrónico' })).toBeVisible();
  }

  /** On a phone the filters are a drawer. */
  async openFilters(): Promise<Locator> {
    if (!this.isPhone) return this.page.getByRole('complementary', { name: 'Filtros' });
    // Before hydration the link would load a page of filters.
    await this.awake();
    await this.page.getByRole('link', { name: /^Filtros/ }).click();
    return this.page.getByRole('dialog', { name: 'Filtros' });
  }

  async closeFilters(): Promise<void> {
    if (!this.isPhone) return;
    const drawer = this.page.getByRole('dialog', { name: 'Filtros' });
    await drawer.getByRole('button', { name: /^Ver .* producto/ }).click();
    await expect(drawer).toBeHidden();
  }

  /** Chooses a place on a product page. The page's cards show the place, and their link opens the drawer (CAT-20). */
  async chooseLocation({ department, city, zone }: { department: string; city: string; zone?: string }): Promise<void> {
    await this.page
      .getByRole('main')
      .getByRole('button', { name: /ubicación$/ })
      .click();
    const drawer = this.page.getByRole('dialog', { name: 'Ajusta tu ubicación' });
    await drawer.getByRole('combobox', { name: 'Departamento' }).selectOption({ label: department });
    await drawer.getByRole('combobox', { name: 'Municipio' }).selectOption({ label: city });
    if (zone !== undefined) await drawer.getByRole('combobox', { name: 'Zona' }).selectOption({ label: zone });
    await drawer.getByRole('button', { name: 'Guardar ubicación' }).click();
    await expect(drawer).toBeHidden();
  }

  /** Fills a cart by the API, for tests that start later. The browser stores its ID (DEC-184). */
  async haveCart(lines: readonly { sku: string; quantity?: number; warranty?: string }[]): Promise<string> {
    const { id } = await read(this.api, 'createCart', { body: {} });
    for (const { sku, quantity = 1, warranty = null } of lines) {
      const { seller } = await read(this.api, 'getProductBySku', { params: { sku } });
      const body = { sku, quantity, warranty, offerId: seller.offerId };
      await read(this.api, 'addCartProduct', { params: { id }, body });
    }
    await this.keepCart(id);
    return id;
  }

  async keepCart(id: string): Promise<void> {
    // Any page of the shop's origin works. This page runs no script.
    await this.page.goto('/robots.txt');
    await this.page.evaluate((cartId) => localStorage.setItem('ceiba.cart', cartId), id);
  }
}
