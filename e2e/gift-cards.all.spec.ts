import type { Client } from '@ceiba/contract/client';
import { buyGiftCard } from './src/buy-gift-card.ts';
import { cards, newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { inspectPage } from './src/inspect-page.ts';
import { mailsTo } from './src/mails.ts';
import { read } from './src/read.ts';
import { expect, test } from './src/shop-test.ts';

/** Returns the code in the mail of a gift card to this address. */
async function receivedCode(api: Client, to: string): Promise<string> {
  // A job that runs every minute sends the mail.
  const mails = async () => (await read(api, 'listDemoMails', { query: { to } })).data.length;
  await expect.poll(mails, { timeout: 150_000 }).toBe(1);
  const [mail] = await mailsTo(api, to);
  const code = /(?:[2-9A-Z]{4}-){6}[2-9A-Z]{4}/.exec(mail?.text ?? '')?.[0];
  if (code === undefined) throw new Error('the mail of the gift card has no code');
  return code;
}

// The test also tries an invalid code.
test.use({ refusals: [404] });

test('[DEC-199, DEC-162] a mailed gift card pays a part of an order, which summary and mail show', async ({
  page,
  api,
  shopper,
  checkout,
}, info) => {
  test.slow();
  // The first try uses up the card that was bought before all tests.
  const bought = info.retry === 0 ? process.env.GIFT_CARD_FOR : undefined;
  const buyer = { ...newBuyer(), ...(bought === undefined ? {} : { email: bought }) };
  if (bought === undefined) await buyGiftCard(api, buyer.email);
  const code = await receivedCode(api, buyer.email);
  const name = `Tarjeta de regalo •••• ${code.slice(-4)}`;
  await page.goto('/gift-card');
  await shopper.awake();
  await checkout.field('Código de tarjeta de regalo').fill(code);
  await page.getByRole('button', { name: 'Consultar' }).click();
  await expect(page.getByText('La puedes usar hasta el')).toBeVisible();
  await inspectPage(page, 'gift-card', info);

  await shopper.haveCart([{ sku: demo.fryer }]);
  await checkout.open();
  await checkout.reachPayment(buyer);
  const section = page.getByRole('region', { name: 'Tarjeta de regalo' });
  await checkout.field('Código de tarjeta de regalo').fill('AAAA-BBBB');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await inspectPage(page, 'checkout-3-gift-card-wrong', info);
  await checkout.field('Código de tarjeta de regalo').fill(code);
  await page.keyboard.press('Enter');
  await expect(section.getByRole('listitem').getByText(name).first()).toBeVisible();
  const summary = page.getByRole('region', { name: 'Resumen de compra' });
  await expect(summary.getByText(name)).toBeVisible();
  await inspectPage(page, 'checkout-3-gift-card', info);
  await section.getByRole('button', { name: /^Quitar/ }).press('Enter');
  await expect(section.getByRole('textbox')).toBeFocused();
  await expect(summary.getByText(name)).toBeHidden();
  await section.getByRole('textbox').fill(code);
  await page.getByRole('button', { name: 'Aplicar tarjeta' }).click();
  await expect(summary.getByText(name)).toBeVisible();
  await checkout.chooseMethod('Tarjeta al contado');
  await checkout.fillCard(cards.industrialVisa);
  const number = await checkout.placeOrder();
  await expect(page.getByText(name)).toBeVisible();
  await inspectPage(page, 'confirmation-gift-card', info);
  // The mail of the card was sent to the same address.
  const mailed = async () => (await mailsTo(api, buyer.email)).map(({ text }) => text).join('\n');
  await expect.poll(mailed).toContain(`${name}: -Q200.00`);
  expect(await mailed()).toContain(`Orden ${number}`);
});
