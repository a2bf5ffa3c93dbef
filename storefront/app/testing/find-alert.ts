import { screen } from '@testing-library/react';

/**
 * Waits for the alert that shows `text` as its title or its message and returns the alert's box. Only alerts are searched: a refused field may show the
 * same words a moment later.
 */
export const findAlert = async (text: string): Promise<HTMLElement> => {
  const words = await screen.findByText(text, { selector: '[data-alert-id] *' });
  const alert = words.closest<HTMLElement>('[data-alert-id]');
  if (alert === null) throw new Error(`“${text}” left its alert`);
  return alert;
};
