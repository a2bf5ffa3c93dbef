import { cards, newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { expect, test } from './src/shop-test.ts';
import { translatePages } from './src/translate-pages.ts';

test('on a page that a translator changes, the first press takes effect, and an order can be placed', {
  tag: '@both',
}, async ({ shopper, checkout, page, isPhone }) => {
  await translatePages(page, isPhone ? 'replaced' : 'moved');
  const cartLink = (count: string) =>
    page.getByRole('link', { name: new RegExp(`^Carrito.*, ${count}$`) }).filter({ visible: true });
  const fryer = await shopper.openProduct(demo.fryer);
  await expect(page.locator('h1 font')).not.toHaveCount(0);
  await shopper.addToCart();
  await expect(shopper.panel.getByText('Subtotal (1 producto)')).toBeVisible();
  await shopper.goToCart();
  await expect(cartLink('1 producto')).toBeVisible();
  await shopper.changeQuantity(fryer.title, 3);
  await expect(cartLink('3 productos')).toBeVisible();
  await expect(shopper.line(fryer.title)).toBeVisible();
  const mount = await shopper.openProduct(demo.mount);
  await shopper.addToCart();
  await shopper.goToCart();
  await expect(cartLink('4 productos')).toBeVisible();
  await shopper
    .line(mount.title)
    .getByRole('button', { name: /^Eliminar/ })
    .click();
  await expect(shopper.line(mount.title)).toHaveCount(0);
  await expect(cartLink('3 productos')).toBeVisible();
  await shopper.goToCheckout();
  await checkout.reachPayment(newBuyer());
  await checkout.chooseMethod('Tarjeta al contado');
  await checkout.fillCard(cards.bamVisa);
  await checkout.chooseBilling('CF');
  await checkout.payButton.click();
  await expect(page.getByRole('heading', { name: '¡Gracias por tu compra!' })).toBeVisible();
});
