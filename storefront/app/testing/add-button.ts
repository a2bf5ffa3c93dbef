import { screen, waitFor } from '@testing-library/react';

/**
 * Finds the button of the product form. A phone's bar has a button of the same name, which renders earlier and does nothing until the form's script
 * has loaded. In a real browser both arrive with the page.
 */
export const findAddButton = (name = 'Agregar al carrito'): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getAllByRole('button', { name }).find((one) => one.closest('form') !== null);
    if (button === undefined) throw new Error(`no form has the button "${name}" yet`);
    return button;
  });
