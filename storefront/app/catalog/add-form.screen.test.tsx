import type { ProductDetail } from '@ceiba/contract/catalog';
import { addFailureTexts } from '@ceiba/domain/catalog/add-button';
import { notPlainMessage } from '@ceiba/domain/customers/plain-text';
import { addYears, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { demoFlags } from '@ceiba/domain/flags/flags';
import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import type { Calls } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleCartId, sampleLine, sampleProductDetail } from '../testing/samples.ts';

const open = (product: ProductDetail, calls: Calls = {}, session: Record<string, string> = {}) =>
  renderScreen(`/${product.slug}`, {
    local: { 'ceiba.cart': sampleCartId },
    session,
    calls: {
      getProductBySlug: product,
      getProductWarranties: [],
      computeDeliveryTimes: { status: 201, data: [] },
      checkPickupStock: { status: 200, data: { found: false, stores: [] } },
      getCart: sampleCart([]),
      addCartProduct: { ...sampleCart([sampleLine()]), status: 201, cartItemId: sampleLine().cartItemId },
      ...calls,
    },
  });

const seller = { id: 4, title: 'Otra tienda', offerId: 'OF-7' };
const bodies: [string, Partial<ProductDetail>, object][] = [
  [
    'of the shop has no offer',
    { seller: { id: 1, title: 'Ceiba', offerId: 'OF-1' } },
    { sku: 'FRE-0003', quantity: 3 },
  ],
  ['of a third party has its offer', { is3p: true, seller }, { sku: 'FRE-0003', quantity: 3, offerId: 'OF-7' }],
  ['in several colours has its parent’s SKU', { parentId: 'FRE' }, { sku: 'FRE-0003', quantity: 3, parentSku: 'FRE' }],
];

test.each(bodies)('[CART-28] the request for a product %s', async (_, changes, body) => {
  const { user, sentTo } = await open(sampleProductDetail(changes));
  const button = await findAddButton();
  await user.selectOptions(within(screen.getByRole('main')).getByRole('combobox', { name: 'Cantidad' }), '3');
  await user.click(button);
  await screen.findByRole('dialog', { name: 'Continuar comprando' });
  expect(sentTo('addCartProduct').map((sent) => sent.body)).toEqual([body]);
});

test('[CART-28] [WAR-11] the warranty chosen on the page is added with the product', async () => {
  const warranties = [{ id: 'W-12', sku: 'W-12', label: '12 meses', amount: 450 }];
  const { user, sentTo } = await open(sampleProductDetail({ hasWarranties: true, warranties }));
  const button = await findAddButton();
  const block = within(await screen.findByRole('group', { name: 'Garantía extendida' }));
  expect(block.getByText(/^Desde Q450\.00/)).toBeVisible();
  await user.click(block.getByRole('radio', { name: /12 meses/ }));
  await user.click(button);
  await screen.findByRole('dialog', { name: 'Continuar comprando' });
  expect(sentTo('addCartProduct').map((sent) => sent.body)).toEqual([
    { sku: 'FRE-0003', quantity: 1, warranty: 'W-12' },
  ]);
});

test('[GIFT-01] [GIFT-02] [CART-28] [DIF-36] a gift card asks for its recipient before anything is added', async () => {
  const giftCard = sampleProductDetail({
    internalTags: ['gift_card_virtual'],
    salableQuantity: null,
    salesPrice: gtq(200),
    regularPrice: gtq(200),
  });
  const { user, sentTo } = await open(giftCard);
  const button = await findAddButton();
  const email = await screen.findByRole('textbox', { name: /^Correo de quien la recibe/ });
  expect(email).toHaveAttribute('name', 'recipientEmail');
  const today = guatemalaDate(new Date());
  const day = screen.getByLabelText('Fecha de envío');
  expect(day).toHaveAttribute('min', today);
  expect(day).toHaveAttribute('max', addYears(today, 1));
  await user.click(button);
  expect(await screen.findByText('Escribe un correo electrónico válido, como nombre@correo.com.')).toBeVisible();
  expect(screen.getByText('Escribe el nombre de quien la recibe.')).toBeVisible();
  expect(sentTo('addCartProduct')).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: /^Mensaje/ }), 'Tu premio: evil.test');
  await user.click(button);
  expect(await screen.findByText(notPlainMessage)).toBeVisible();
  await user.clear(screen.getByRole('textbox', { name: /^Mensaje/ }));
  await user.type(email, 'ana@correo.gt');
  await user.type(screen.getByRole('textbox', { name: /^Nombre de quien la recibe/ }), 'Ana');
  await user.type(screen.getByRole('textbox', { name: /^Mensaje/ }), '¡Felicidades!');
  await user.click(button);
  await screen.findByRole('dialog', { name: 'Continuar comprando' });
  expect(sentTo('addCartProduct').map((sent) => sent.body)).toEqual([
    {
      sku: 'FRE-0003',
      quantity: 1,
      itemAdditionalInfo: {
        giftcardEmail: 'ana@correo.gt',
        giftcardName: 'Ana',
        giftcardMessage: '¡Felicidades!',
        giftcardDeliveryDate: today,
      },
    },
  ]);
});

test('[CAT-26] if the fields of a gift card cannot be loaded, an alert says that the card was not added', async () => {
  vi.doMock('./gift-card-fields.tsx', () => {
    throw new Error('no network');
  });
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock('./gift-card-fields.tsx');
    vi.resetModules();
  });
  // Failing to load the fields would reload the page once; a press never reloads it.
  const session = { 'ceiba.leftBuild': '' };
  const card = sampleProductDetail({ internalTags: ['gift_card_virtual'], salableQuantity: null });
  const { user, sentTo } = await open(card, {}, session);
  await user.click(await findAddButton());
  expect(await screen.findByText(addFailureTexts.other)).toBeVisible();
  expect(sentTo('addCartProduct')).toEqual([]);
});

test.each([
  [false, 'Disponible solo en tienda'],
  [true, 'Agregar al carrito'],
])('[CAT-24] a motorcycle with its flag %s: "%s"', async (motorcycleAddToCart, label) => {
  const flags = { ...demoFlags, motorcycleAddToCart };
  await open(sampleProductDetail({ motorcycle: true }), { getFlags: { flags } });
  const button = await findAddButton(label);
  if (motorcycleAddToCart) expect(button).toBeEnabled();
  else expect(button).toBeDisabled();
  expect(screen.queryAllByRole('button', { name: 'Agregar al carrito' }).length > 0).toBe(motorcycleAddToCart);
  expect(screen.queryAllByRole('link', { name: 'Ver tiendas y horarios' })).toHaveLength(motorcycleAddToCart ? 0 : 1);
});
