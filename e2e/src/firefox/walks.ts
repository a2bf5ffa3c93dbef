import type { Client } from '@ceiba/contract/client';
import { createShopClient } from '@ceiba/contract/testing/shop-client';
import { cards, newBuyer } from '../buyer.ts';
import { demo } from '../demo-products.ts';
import { read } from '../read.ts';
import { demoCustomer } from '../sign-in.ts';
import { baseURL } from '../where.ts';
import type { Visitor } from './visitor.ts';

const api: Client = createShopClient(async ({ method, url, headers, body }) => {
  const answer = await fetch(new URL(url, baseURL), { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, text: await answer.text() };
});

const productOf = (sku: string) => read(api, 'getProductBySku', { params: { sku } });

async function addToCart(visitor: Visitor, sku: string): Promise<string> {
  const { slug, title } = await productOf(sku);
  await visitor.open(`/${slug}`);
  await visitor.find('heading', title);
  await visitor.press('button', 'Agregar al carrito');
  await visitor.read('Producto agregado');
  return title;
}

async function fillContact(visitor: Visitor): Promise<void> {
  const { email, firstname, lastname, phone } = newBuyer();
  await visitor.type('Correo electrónico', email);
  await visitor.type('Nombres', firstname);
  await visitor.type('Apellidos', lastname);
  await visitor.type('Teléfono', phone);
  await visitor.press('button', 'Continuar a entrega');
}

async function payByCard(visitor: Visitor): Promise<void> {
  await visitor.press('button', 'Continuar a pago');
  await visitor.press('button', 'Tarjeta al contado');
  await visitor.type('Número de tarjeta', cards.industrialVisa);
  await visitor.type('Vencimiento', '1239');
  await visitor.type('CVV', '123');
  await visitor.type('Nombre del titular', 'Lucía Paz');
  await visitor.press('button', 'Realizar pedido');
  await visitor.find('heading', '¡Gracias por tu compra!');
  await visitor.read(/Orden \d{9}/);
}

async function buyDelivered(visitor: Visitor): Promise<void> {
  const title = await addToCart(visitor, demo.fryer);
  await visitor.press('link', 'Ir al carrito');
  await visitor.find('link', title);
  await visitor.press('link', 'Ir a pagar');
  await fillContact(visitor);
  await visitor.type('Dirección', '12 calle 1-25, apartamento 4');
  await visitor.choose('Departamento', 'Guatemala');
  await visitor.choose('Municipio', 'Guatemala');
  await visitor.choose('Zona', 'Zona 10');
  await payByCard(visitor);
}

async function buyForPickup(visitor: Visitor): Promise<void> {
  await addToCart(visitor, demo.mount);
  await visitor.open('/checkout');
  await fillContact(visitor);
  await visitor.check('Recoger en tienda');
  await visitor.press('button', 'Ver tiendas disponibles');
  const store = await visitor.read(/Tienda [^\n]+/);
  await visitor.check(store);
  await visitor.press('button', `Recoger en ${store}`);
  await payByCard(visitor);
}

async function keepAccount(visitor: Visitor): Promise<void> {
  const account = { email: newBuyer().email, password: demoCustomer.password };
  await visitor.open('/register');
  await visitor.type('Nombres', 'Lucía');
  await visitor.type('Apellidos', 'Paz');
  await visitor.type('Correo electrónico', account.email);
  await visitor.type('Teléfono', '55123480');
  await visitor.type('Contraseña', account.password);
  await visitor.type('Confirmar contraseña', account.password);
  await visitor.check('Acepto los términos y condiciones');
  await visitor.press('button', 'Crear cuenta');
  await visitor.leaves('/register');
  await visitor.read('Hola, Lucía');
  await visitor.open('/dashboard/profile');
  await visitor.press('button', 'Cerrar sesión');
  await visitor.leaves('/dashboard/profile');
  await visitor.open('/login');
  await visitor.type('Correo electrónico', account.email);
  await visitor.type('Contraseña', account.password);
  await visitor.press('button', 'Iniciar sesión');
  await visitor.leaves('/login');
  await visitor.read('Hola, Lucía');
  await visitor.open('/dashboard/profile');
  await visitor.type('Nombres', 'Luisa');
  await visitor.fillDate('Fecha de nacimiento', '1990-03-14');
  await visitor.type('DPI', '2456789010101');
  await visitor.choose('Género', 'Femenino');
  await visitor.press('button', 'Guardar cambios');
  await visitor.read('Tus datos han sido guardados con éxito.');
  await visitor.page.reload();
  await visitor.read('Hola, Luisa');
}

async function readWithoutLine(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const title = await addToCart(visitor, demo.fryer);
  const { slug } = await productOf(demo.fryer);
  await page.waitForFunction(async (path) => (await caches.match(path)) !== undefined, {}, `/${slug}`);
  await visitor.press('link', 'Ir al carrito');
  await visitor.find('link', title);
  await visitor.loseLine();
  await visitor.open('/cart');
  await visitor.find('heading', 'No tienes conexión');
  await visitor.read('1 unidad');
  await visitor.press('link', title);
  await visitor.find('heading', title);
  await visitor.open('/cart');
  await visitor.find('heading', 'No tienes conexión');
  await visitor.findLine();
  await visitor.find('heading', 'Carrito');
  await visitor.find('link', title);
}

async function pressWithoutLine(visitor: Visitor): Promise<void> {
  const { slug } = await productOf(demo.mount);
  await visitor.open(`/${slug}`);
  await visitor.awake();
  await visitor.page.waitForNetworkIdle();
  await visitor.loseLine();
  await visitor.press('button', 'Agregar al carrito');
  await visitor.read('Sin conexión a internet');
  // The three tries have failed. This browser does not retry.
  await visitor.page.waitForFunction(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/add-form-')).length >= 3,
  );
  await visitor.findLine();
  await visitor.read('Producto agregado');
}

export interface Walk {
  title: string;
  /** Width and height of the window. */
  view: readonly [number, number];
  go: (visitor: Visitor) => Promise<void>;
}

const desktop = [1440, 900] as const;
const phone = [390, 844] as const;

export const walks: readonly Walk[] = [
  { title: 'a purchase by card, delivered', view: desktop, go: buyDelivered },
  { title: 'a purchase by card, for pickup', view: phone, go: buyForPickup },
  { title: 'an account: registered, left, opened again, changed', view: desktop, go: keepAccount },
  {
    title: 'without a line the cart and what was opened can be read, and the shop opens when it is back',
    view: phone,
    go: readWithoutLine,
  },
  { title: 'what is pressed without a line is done when it is back', view: phone, go: pressWithoutLine },
];
