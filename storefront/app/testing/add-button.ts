import { screen, waitFor } from '@testing-library/react';

/**
 * The button of the form that buys. The bar at the foot of a phone's page has one of the same name, which stands alone until
 * the form's script has come, and does nothing then: a shopper's page arrives with both.
 */
export const findAddButton = (name = 'Agregar al carrito'): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getAllByRole('button', { name }).find((one) => one.closest('form') !== null);
    if (button === undefined) throw new Error(`no form has the button "${name}" yet`);
    return button;
  });
