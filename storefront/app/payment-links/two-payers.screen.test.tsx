import { noResponseError } from '@ceiba/domain/payments/payment-alerts';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { noAnswer, refusal } from '../testing/network.ts';
import { bearer, cartOfLink, linkId, openLink, usedLinkText } from '../testing/open-link.ts';
import { order, orderCalls } from '../testing/open-payment.ts';
import { beingPlaced, hurry, notOrdered, orderedAs, orderedByOther } from '../testing/placements.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { sampleCartId } from '../testing/samples.ts';

describe('two people open one link:', () => {
  const theirs = () => refusal('CART_CLOSED');
  const own = orderedAs('100000099');
  const expectPaidByOther = async (shop: Screen): Promise<void> => {
    expect(await screen.findByText('Este pedido ya se hizo')).toBeVisible();
    expect(screen.getByText(/^Con este intento no se te cobró nada\./)).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })).toBeVisible();
    expect(screen.getByText(usedLinkText)).toBeVisible();
    expect(screen.queryByText(/100000099/)).toBeNull();
    expect(shop.address()).toBe(`/wa-link/${linkId}`);
    expect(localStorage.getItem('ceiba.link')).toBeNull();
    expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  };

  test('who presses after the other has paid reads so, is charged nothing and gets no confirmation of an order that is not theirs', async () => {
    const shop = await openLink({ setCartBillingAddress: theirs, findPlacement: orderedByOther });
    await order(shop);
    await expectPaidByOther(shop);
    expect(shop.sentTo('placeLinkOrder')).toEqual([]);
  });

  test('who presses while the other’s payment runs reads so, keeps what was typed, and is told how it ended', async () => {
    let found = notOrdered;
    const shop = await openLink({
      setCartBillingAddress: () => {
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
      findPlacement: () => found,
    });
    await order(shop);
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    expect(screen.queryByText(/Tu pedido sigue en proceso|Estamos confirmando tu pedido/)).toBeNull();
    expect(screen.getByText('lucia@correo.gt', { exact: false })).toBeVisible();
    found = orderedByOther;
    await expectPaidByOther(shop);
    expect(shop.sentTo('placeLinkOrder')).toEqual([]);
    // To ask writes nothing: confirming the cart again would give it this page's e-mail.
    expect(shop.sentTo('confirmCart')).toEqual([]);
  });

  test('who pressed at the same moment and came second is told by the order call, too', async () => {
    const shop = await openLink({ placeLinkOrder: theirs, findPlacement: orderedByOther });
    await order(shop);
    await expectPaidByOther(shop);
    expect(shop.sentTo('placeLinkOrder')).toHaveLength(1);
  });

  test('who pressed at the same moment, and whose order meets the other’s payment, reads of that payment and not of their own', async () => {
    let found = notOrdered;
    const shop = await openLink({
      placeLinkOrder: () => {
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
      findPlacement: () => found,
    });
    await order(shop);
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    expect(screen.queryByText(/Estamos confirmando tu pedido/)).toBeNull();
  });

  test('who pays gets it where their page says, though the other has typed another delivery since', async () => {
    const shop = await openLink({ placeLinkOrder: { status: 200, data: { orderNumber: '100000001' } } });
    await order(shop);
    expect(await screen.findByText(/100000001/)).toBeVisible();
    expect(shop.sentTo('setCartShippingAddress')).toMatchObject([
      {
        headers: { authorization: bearer },
        params: { id: linkId },
        body: { street: '12 calle 1-25', zone: 'Zona 10', firstname: 'Lucía' },
      },
    ]);
    const shown = cartOfLink().items.map(({ cartItemId, sku, quantity, giftCard }) => ({
      ...{ cartItemId, sku, quantity, giftCard },
      warranty: null,
    }));
    expect(shop.sentTo('placeLinkOrder')).toMatchObject([
      {
        body: {
          items: shown,
          email: 'lucia@correo.gt',
          deliverTo: {
            street: '12 calle 1-25',
            zone: 'Zona 10',
            city: 'Guatemala',
            firstname: 'Lucía',
            storeCode: null,
          },
          billTo: { firstname: 'Lucía', lastname: 'Paz', city: 'Guatemala', nit: 'CF', documentType: 'CF' },
        },
      },
    ]);
    const names = shop.allSent().map(({ name }) => name);
    expect(names.indexOf('setCartShippingMethod')).toBeLessThan(names.indexOf('setCartBillingAddress'));
  });

  test('whose own answer got lost finds their own order, by the key it was sent with', async () => {
    let found = notOrdered;
    const shop = await openLink({
      placeLinkOrder: () => {
        found = own;
        return noAnswer;
      },
      findPlacement: () => found,
    });
    await order(shop);
    expect(await screen.findByText('100000099')).toBeVisible();
    expect(shop.address()).toBe('/confirmation?from=/wa-link');
    // A page that has sent nothing asks without a key.
    const looks = shop.sentTo('findPlacement').filter(({ body }) => JSON.stringify(body).includes('"keys":[]'));
    expect(looks[0]).toMatchObject({ headers: { authorization: bearer }, body: { cartId: linkId } });
    expect(shop.sentTo('findPlacement').slice(looks.length)).toEqual([
      expect.objectContaining({
        headers: expect.objectContaining({ authorization: bearer }),
        body: { cartId: linkId, keys: [expect.stringMatching(/^[\da-f-]{36}$/)] },
      }),
    ]);
  });

  test('who presses while the other writes theirs: refused as the cart says otherwise, the page writes its own again and orders', async () => {
    let sent = 0;
    const shop = await openLink({
      placeLinkOrder: () => {
        sent += 1;
        return sent === 1 ? refusal('PAY_AMOUNT_MISMATCH') : { status: 200, data: { orderNumber: '100000001' } };
      },
    });
    await order(shop);
    expect(await screen.findByText(/100000001/)).toBeVisible();
    const written = [
      ...['setCartShippingAddress', 'setCartShippingMethod', 'setCartBillingAddress', 'setCartPaymentMethod'],
      ...['confirmCart', 'placeLinkOrder'],
    ];
    expect(
      shop
        .allSent()
        .map(({ name }) => name)
        .filter((name) => /^(?:setCart\w+|confirmCart|placeLinkOrder)$/.test(name)),
    ).toEqual([...written, ...written]);
    const [first, second] = shop.sentTo('placeLinkOrder').map(({ body }) => body);
    expect(second).toEqual(first);
  });

  test('an answer that is no verdict on whose order it is says neither that it is theirs nor that nothing was charged', async () => {
    let verdict: () => ReturnType<typeof refusal> | typeof own = () => refusal('RATE_LIMITED');
    const shop = await openLink({ placeLinkOrder: noAnswer, findPlacement: () => verdict() });
    hurry();
    await order(shop);
    expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
    expect(screen.queryByText(/no se te cobró nada|No se hizo ningún cobro/)).toBeNull();
    verdict = () => own;
    await shop.user.click(screen.getByRole('button', { name: 'Consultar mi pedido' }));
    expect(await screen.findByText('100000099')).toBeVisible();
    expect(shop.address()).toBe('/confirmation?from=/wa-link');
  });

  test('a press that fails before the order says nothing of an earlier one whose answer got lost: that one is found', async () => {
    let line: 'up' | 'down' = 'up';
    let sent = 0;
    const answer =
      <T,>(open: () => T) =>
      () => {
        if (line === 'down') return noAnswer;
        return sent === 0 ? open() : theirs();
      };
    const shop = await openLink({
      placeLinkOrder: () => {
        sent += 1;
        line = 'down';
        return noAnswer;
      },
      findPlacement: () => (line === 'down' ? noAnswer : own),
      validateGuestCheckout: answer(() => ({ status: 200, data: { result: true } })),
      setCartShippingAddress: answer(() => orderCalls.setCartShippingAddress),
      confirmCart: answer(() => ({ status: 200, data: { cartId: linkId, email: 'lucia@correo.gt' } })),
    });
    hurry([2_000]);
    await order(shop);
    expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
    await order(shop);
    expect(await screen.findByText(noResponseError.title)).toBeVisible();
    expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
    expect(screen.queryByText('No se hizo ningún cobro')).toBeNull();
    line = 'up';
    await shop.user.click(screen.getByRole('button', { name: 'Consultar mi pedido' }));
    expect(await screen.findByText('100000099')).toBeVisible();
    expect(shop.address()).toBe('/confirmation?from=/wa-link');
  });
});
