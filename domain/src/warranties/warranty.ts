import { type Centavos, formatQ } from '../money/money.ts';

/** A warranty that a product offers (WAR-01). */
export interface WarrantyOption {
  sku: string;
  label: string;
  amount: Centavos;
}

/** Returns "Desde Q450.00", with the lowest price. Null without options (WAR-04). */
export function lowestWarrantyText(options: readonly { amount: Centavos }[]): string | null {
  const [first, ...others] = options;
  if (first === undefined) return null;
  const lowest = others.reduce((best, option) => (option.amount < best.amount ? option : best), first);
  return `Desde ${formatQ(lowest.amount)}`;
}

/** The message if the warranties cannot be loaded (WAR-10). */
export const warrantyFailureText = 'Ha ocurrido un error al obtener las garantías del producto.';

/** Label of the button that clears the choice (WAR-06). */
export const clearWarrantyLabel = 'Borrar selección';

/** The choice of a warranty, and the state of its addition (WAR-05). */
export type WarrantyChoice =
  | { state: 'none' }
  | { state: 'selected'; sku: string }
  | { state: 'adding'; sku: string }
  | { state: 'added'; sku: string };

export type WarrantyAction =
  | { type: 'select'; sku: string }
  | { type: 'clear' }
  | { type: 'add' }
  | { type: 'added' }
  | { type: 'failed' }
  | { type: 'removed' };

/**
 * Moves the choice: none → selected → adding → added. A failure returns to the selection. An action that is not allowed
 * changes nothing.
 */
export function reduceWarranty(choice: WarrantyChoice, action: WarrantyAction): WarrantyChoice {
  const { state } = choice;
  switch (action.type) {
    case 'select':
      return state === 'none' || state === 'selected' ? { state: 'selected', sku: action.sku } : choice;
    case 'clear':
      return state === 'selected' ? { state: 'none' } : choice;
    case 'add':
      return state === 'selected' ? { state: 'adding', sku: choice.sku } : choice;
    case 'added':
      return state === 'adding' ? { state: 'added', sku: choice.sku } : choice;
    case 'failed':
      return state === 'adding' ? { state: 'selected', sku: choice.sku } : choice;
    case 'removed':
      return state === 'added' ? { state: 'none' } : choice;
  }
}
