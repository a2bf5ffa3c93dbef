import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { linkId, opened, openLink, usedLinkText } from '../testing/open-link.ts';
import { order } from '../testing/open-payment.ts';
import { beingPlaced, hurry, notOrdered, orderedAs, orderedByOther } from '../testing/placements.ts';
import type { Screen } from '../testing/render-screen.tsx';

const focus = () => fireEvent(window, new Event('focus'));

const applyCoupon = async ({ user }: Screen): Promise<void> => {
  await user.type(await screen.findByRole('textbox', { name: 'Cupón' }), 'BIENVENIDO10');
  await user.click(within(screen.getByRole('form', { name: 'Cupón' })).getByRole('button', { name: 'Aplicar' }));
};

describe('an order of a link whose answer got lost, of which nothing was found, and which is placed late:', () => {
  /** What the API says to a page by what it asks with: its own order's keys, or none of them. */
  type Late = 'open' | 'placing' | 'ordered';
  const said = {
    open: [notOrdered, notOrdered],
    placing: [beingPlaced(true), beingPlaced(false)],
    ordered: [orderedAs('100000099'), orderedByOther],
  } as const;
  /** The page that reads that no order was found; `become` places it. */
  const openNotFound = async (calls: Calls = {}) => {
    hurry();
    let late: Late = 'open';
    const shop = await openLink({
      placeLinkOrder: noAnswer,
      findPlacement: ({ body }) => said[late][JSON.stringify(body).includes('"keys":[]') ? 1 : 0],
      ...calls,
    });
    await order(shop);
    expect(await screen.findByText('No encontramos tu pedido')).toBeVisible();
    await screen.findAllByRole('button', { name: /Realizar pedido/, busy: false });
    return { shop, become: (state: Late) => (late = state) };
  };
  const untrue = /no se te (?:ha cobrado|cobró) nada|lo pagó otra persona|Ya se está pagando este enlace/;
  const expectOwn = async (shop: Screen): Promise<void> => {
    expect(await screen.findByText('100000099')).toBeVisible();
    expect(shop.address()).toBe('/confirmation?from=/wa-link');
    expect(screen.queryByText(untrue)).toBeNull();
  };

  test('[DEC-131] whoever comes back to the page is never told that another paid, and comes to the confirmation', async () => {
    const { shop, become } = await openNotFound();
    become('ordered');
    focus();
    await expectOwn(shop);
  });

  test('while it runs the page says that it is confirmed, of nobody else, and with its heading in focus', async () => {
    const { shop, become } = await openNotFound();
    become('placing');
    focus();
    expect(await screen.findByText(/^(?:Estamos confirmando tu pedido|Tu pedido sigue en proceso)$/)).toBeVisible();
    expect(screen.queryByText(untrue)).toBeNull();
    expect(screen.queryByRole('button', { name: /Realizar pedido/ })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    become('ordered');
    await expectOwn(shop);
  });

  test.each([
    ['runs', 'placing', 'ORDER_IN_PROGRESS'],
    ['stands', 'ordered', 'CART_CLOSED'],
  ] as const)('what else is pressed while it %s speaks of it as of their own', async (_, state, code) => {
    const { shop, become } = await openNotFound({ applyCoupon: refusal(code) });
    become(state);
    await applyCoupon(shop);
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Cupón' })).toBeNull());
    expect(screen.queryByText(untrue)).toBeNull();
    become('ordered');
    await expectOwn(shop);
  });

  test('where the link is shut by then it is said that nobody can tell', async () => {
    let isShut = false;
    const { shop } = await openNotFound({
      openPaymentLink: () => (isShut ? refusal('PAYMENT_LINK_USED') : opened),
      applyCoupon: refusal('UNAUTHORIZED'),
      findPlacement: () => (isShut ? refusal('UNAUTHORIZED') : notOrdered),
    });
    isShut = true;
    await applyCoupon(shop);
    expect(await screen.findByText(/^Este enlace ya no está abierto para ti /)).toBeVisible();
    expect(screen.queryByText(untrue)).toBeNull();
    expect(screen.queryByText(/no v[aá]lido/)).toBeNull();
  });

  test('where another’s was first it is said to be another’s', async () => {
    let found = notOrdered;
    const { shop } = await openNotFound({
      openPaymentLink: () => (found === notOrdered ? opened : refusal('PAYMENT_LINK_USED')),
      findPlacement: () => found,
    });
    found = orderedByOther;
    focus();
    expect(await screen.findByText('Este pedido ya se hizo')).toBeVisible();
    expect(await screen.findByText(usedLinkText)).toBeVisible();
    expect(shop.address()).toBe(`/wa-link/${linkId}`);
  });
});
