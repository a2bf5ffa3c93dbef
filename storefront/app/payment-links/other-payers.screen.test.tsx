import { createHash } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { cartOfLink, linkCart, linkId, opened, openLink, usedLinkText } from '../testing/open-link.ts';
import { order, orderCalls } from '../testing/open-payment.ts';
import { beingPlaced, hurry, notOrdered, orderedAs, orderedByOther } from '../testing/placements.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { gtq, sampleCartId } from '../testing/samples.ts';

describe('two people have one link open, and one of them does something else than to order (record 0037):', () => {
  const untrue =
    /Este carrito ya es un pedido|Ha ocurrido un error|no válido|Error al procesar el pago|Tu pedido se está/;
  const expectOver = async (shop: Screen): Promise<void> => {
    expect(await screen.findByText('Este pedido ya se hizo')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })).toBeVisible();
    expect(screen.getByText(usedLinkText)).toBeVisible();
    expect(screen.getAllByText('Este pedido ya se hizo')).toHaveLength(1);
    expect(screen.getByText(/^Desde esta página no se te cobró nada\./)).toBeVisible();
    expect(screen.queryByText(untrue)).toBeNull();
    // Whoever was typing further down begins at its top.
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(shop.address()).toBe(`/wa-link/${linkId}`);
    expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  };
  const presses: [
    string,
    (shop: Screen) => Promise<void>,
    'applyCoupon' | 'setCartShippingAddress' | 'setCartPaymentMethod',
  ][] = [
    [
      'goes on from the delivery',
      async ({ user }) => {
        await screen.findByRole('button', { name: 'Efectivo contra entrega' });
        const [, edit] = screen.getAllByRole('button', { name: 'Editar' });
        if (edit === undefined) throw new Error('no delivery to edit');
        await user.click(edit);
        await user.click(await screen.findByRole('button', { name: 'Continuar a pago', busy: false }));
      },
      'setCartShippingAddress',
    ],
    [
      'applies a coupon',
      async ({ user }) => {
        await user.type(await screen.findByRole('textbox', { name: 'Cupón' }), 'BIENVENIDO10');
        await user.click(within(screen.getByRole('form', { name: 'Cupón' })).getByRole('button', { name: 'Aplicar' }));
      },
      'applyCoupon',
    ],
    [
      'types a card that is paid in installments',
      async ({ user }) => {
        await user.click(await screen.findByRole('button', { name: 'Cuotas' }));
        await user.type(await screen.findByLabelText(/Número de tarjeta/), '4111111111111111');
      },
      'setCartPaymentMethod',
    ],
  ];
  const good = {
    applyCoupon: { status: 200, data: { appliedCoupon: { code: 'BIENVENIDO10', discountAmount: 69.9, label: '10%' } } },
    setCartShippingAddress: orderCalls.setCartShippingAddress,
    setCartPaymentMethod: orderCalls.setCartPaymentMethod,
  };
  const noPoints = { availablePoints: 0, availableBalance: 0, message: 'Sin puntos por ahora.', coupons: [] };
  const getInstallments = {
    status: 200,
    installments: [3],
    bankName: 'BAC',
    hasDiscount: false,
  };

  test.each(presses)('whoever %s after the other has paid reads so once, and nothing else', async (_, press, name) => {
    const shop = await openLink({
      getInstallments,
      [name]: refusal('CART_CLOSED', { metadata: { orderNumber: '100000099' } }),
    });
    await press(shop);
    await expectOver(shop);
    expect(screen.queryByText(/100000099/)).toBeNull();
  });

  test.each(presses)(
    'whoever %s while the other pays reads so, and it is done as soon as the link is free again',
    async (_, press, name) => {
      hurry();
      let found = notOrdered;
      let sent = 0;
      const meetsPayment = () => {
        sent += 1;
        if (sent > 1) return good[name];
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      };
      const shop = await openLink({
        getInstallments,
        findPlacement: () => found,
        ...({ [name]: meetsPayment } as Calls),
      });
      await press(shop);
      expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
      expect(screen.queryByText(untrue)).toBeNull();
      found = notOrdered;
      expect(await screen.findByText('Ya puedes seguir con este enlace')).toBeVisible();
      await waitFor(() => expect(shop.sentTo(name)).toHaveLength(2));
      expect(screen.queryByText(untrue)).toBeNull();
      expect(screen.getByText('Resumen de compra')).toBeVisible();
    },
  );

  test('whoever waits for the other’s payment learns that it was made', async () => {
    hurry();
    let found = notOrdered;
    const press = presses[1]?.[1];
    const shop = await openLink({
      applyCoupon: () => {
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
      findPlacement: () => found,
    });
    await press?.(shop);
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    found = orderedByOther;
    await expectOver(shop);
    expect(screen.queryByText('Ya se está pagando este enlace')).toBeNull();
  });

  test('whoever orders while the page still waits for another’s payment is never told that their own was that one', async () => {
    hurry();
    let found: typeof notOrdered = notOrdered;
    const press = presses[1]?.[1];
    const answer = Promise.withResolvers<{ status: number; data: { orderNumber: string } }>();
    const shop = await openLink({
      applyCoupon: () => {
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
      findPlacement: () => found,
      placeLinkOrder: () => {
        found = orderedByOther;
        return answer.promise;
      },
    });
    await press?.(shop);
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    await order(shop);
    await waitFor(() => expect(shop.sentTo('placeLinkOrder')).toHaveLength(1));
    const asked = shop.sentTo('findPlacement').length;
    await waitFor(() => expect(shop.sentTo('findPlacement').length).toBeGreaterThan(asked + 2));
    expect(screen.queryByText('Este pedido ya se hizo')).toBeNull();
    answer.resolve({ status: 200, data: { orderNumber: '100000001' } });
    expect(await screen.findByText('100000001')).toBeVisible();
    expect(screen.queryByText('Este pedido ya se hizo')).toBeNull();
  });

  test('a link whose token holds no longer while its page waits is over, and is not asked about any more', async () => {
    hurry();
    let found: () => typeof notOrdered | ReturnType<typeof refusal> = () => notOrdered;
    let isOpen = true;
    const press = presses[1]?.[1];
    const shop = await openLink({
      openPaymentLink: () => (isOpen ? opened : refusal('PAYMENT_LINK_NOT_FOUND')),
      applyCoupon: () => {
        found = () => beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
      findPlacement: () => found(),
    });
    await press?.(shop);
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    let refused = 0;
    isOpen = false;
    found = () => {
      refused += 1;
      return refusal('UNAUTHORIZED');
    };
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })).toBeVisible();
    expect(screen.queryByText(/Ya se está pagando este enlace|sigue aquí/)).toBeNull();
    expect(refused).toBe(1);
  });

  test('whoever comes back to the page, after the other has paid, is told', async () => {
    let found = notOrdered;
    const shop = await openLink({ findPlacement: () => found });
    await screen.findByRole('button', { name: 'Efectivo contra entrega' });
    found = orderedByOther;
    fireEvent(window, new Event('focus'));
    await expectOver(shop);
  });

  test('whoever goes on to the next step, after the other has paid, is told without pressing anything else', async () => {
    let found = notOrdered;
    const shop = await openLink({
      getLinkCart: linkCart({ shippingAddress: null }),
      findPlacement: () => found,
    });
    const type = async (label: RegExp, text: string) => shop.user.type(await screen.findByLabelText(label), text);
    await type(/Nombres/, 'Lucía');
    await type(/Apellidos/, 'Paz');
    await type(/Teléfono/, '55123480');
    found = orderedByOther;
    await shop.user.click(screen.getByRole('button', { name: 'Continuar a entrega' }));
    await expectOver(shop);
  });

  test('whoever comes back while their own order is uncertain is not told that it was another’s', async () => {
    hurry();
    let found: typeof notOrdered | typeof noAnswer = notOrdered;
    const shop = await openLink({
      placeLinkOrder: () => {
        found = noAnswer;
        return noAnswer;
      },
      findPlacement: () => found,
    });
    await order(shop);
    expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
    found = orderedAs('100000099');
    fireEvent(window, new Event('focus'));
    await shop.user.click(screen.getByRole('button', { name: 'Consultar mi pedido' }));
    expect(await screen.findByText('100000099')).toBeVisible();
    expect(screen.queryByText('Este pedido ya se hizo')).toBeNull();
  });

  test.each([
    ['its form where it is free then', false],
    ['that it is over where it was ordered', true],
  ])('a link that is opened while it is being paid says so, waits, and shows %s', async (_, isOrdered) => {
    hurry();
    let found = beingPlaced(false);
    let isUsed = false;
    await openLink({
      openPaymentLink: () => (isUsed ? refusal('PAYMENT_LINK_USED') : opened),
      findPlacement: () => found,
    });
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    expect(screen.getByText(/A ti no se te ha cobrado nada/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Continuar|Realizar pedido/ })).toBeNull();
    isUsed = isOrdered;
    found = isOrdered ? orderedByOther : notOrdered;
    expect(
      await (isOrdered
        ? screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })
        : screen.findByRole('button', { name: 'Efectivo contra entrega' })),
    ).toBeVisible();
    expect(screen.queryByText('Ya se está pagando este enlace')).toBeNull();
  });

  test('[PTS-15] points that were asked for while another paid are asked for again with a proof that nobody has used', async () => {
    hurry();
    let found = notOrdered;
    const used = new Set<string | undefined>();
    const proofs: string[] = [];
    const option = { optionID: 'puntos-max', name: 'MaxpointsPoints' as const, title: 'Puntos MAX' };
    const shop = await openLink({
      findPlacement: () => found,
      getPointsOptions: [{ ...option, iconUrl: '/a.svg', index: 0, inputs: [] }],
      getCaptchaChallenge: () => {
        const salt = `salt${proofs.length}`;
        const challenge = createHash('sha256').update(`${salt}3`).digest('hex');
        proofs.push(challenge);
        return { algorithm: 'SHA-256', challenge, salt, signature: 'signed', maxnumber: 10 };
      },
      // As the shop does: a proof is used up by whatever it came with, and looked at before anything else.
      requestPoints: () => {
        const proof = proofs.at(-1);
        if (used.has(proof)) return refusal('CAPTCHA_FAILED');
        used.add(proof);
        if (used.size > 1) return { status: 200, ...{ optionID: 'puntos-max', uid: 'o-1' }, ...noPoints };
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
    });
    await shop.user.click(await screen.findByRole('button', { name: /Puntos MAX/ }));
    await shop.user.click(await screen.findByRole('button', { name: 'Consultar puntos' }));
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    found = notOrdered;
    expect(await screen.findByText('Sin puntos por ahora.')).toBeVisible();
    expect(shop.sentTo('requestPoints')).toHaveLength(3);
    expect(proofs).toHaveLength(2);
  });

  test('[CHK-14] the logo leads home while another pays, though the coupon of the link cannot be taken off', async () => {
    const discount = { id: 'DISCOUNT_UNDEFINED', amount: 10, label: ['Q10 de descuento'], currency: 'GTQ' as const };
    const { prices } = cartOfLink();
    let found = notOrdered;
    const shop = await openLink({
      getHome: refusal('UNEXPECTED'),
      getCart: cartOfLink({
        appliedCoupons: [{ code: 'MENOS10' }],
        prices: { ...prices, discount: gtq(10), discounts: [discount], grandTotal: gtq(719) },
      }),
      findPlacement: () => found,
      removeCoupon: () => {
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
    });
    await screen.findByRole('button', { name: 'Efectivo contra entrega' });
    await shop.user.click(screen.getByRole('link', { name: 'Ceiba, ir al inicio' }));
    await waitFor(() => expect(shop.address()).toBe('/'));
  });

  test('a link whose token holds no longer while its page waits to open is opened with a new one', async () => {
    hurry();
    const tokens = ['link.1.abc', 'link.1.new'];
    let isShut = false;
    const shop = await openLink({
      openPaymentLink: () => ({ ...opened, data: { ...opened.data, token: tokens.shift() ?? 'link.1.none' } }),
      findPlacement: ({ headers: { authorization } }) => {
        if (authorization === 'Bearer link.1.new') return notOrdered;
        return isShut ? refusal('UNAUTHORIZED') : beingPlaced(false);
      },
    });
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    isShut = true;
    expect(await screen.findByRole('button', { name: 'Efectivo contra entrega' })).toBeVisible();
    expect(shop.sentTo('openPaymentLink')).toHaveLength(2);
    expect(shop.sentTo('getCart').at(-1)?.headers.authorization).toBe('Bearer link.1.new');
  });
});
