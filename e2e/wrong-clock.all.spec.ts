import { cards, newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { expect, test } from './src/shop-test.ts';

test('[CAT-14] [PAY-16] a browser whose clock is years ahead uses the shop’s clock', async ({
  page,
  shopper,
  checkout,
}) => {
  await page.clock.install({ time: new Date('2041-03-01T12:00:00Z') });
  await shopper.openProduct(demo.flashSale);
  await shopper.awake();
  await expect(page.getByRole('main').getByRole('timer').first()).toBeVisible();
  await expect(page.getByText('¡Oferta finalizada!')).toHaveCount(0);
  await shopper.haveCart([{ sku: demo.fryer }]);
  await checkout.open();
  await checkout.reachPayment(newBuyer());
  await checkout.chooseMethod('Tarjeta al contado');
  await checkout.fillCard(cards.bamVisa);
  await checkout.chooseBilling('CF');
  await expect(page.getByText('Fecha de expiración debe ser en futuro')).toHaveCount(0);
  await checkout.placeOrder();
});
