import { dispatchStep, useCheckout } from './checkout-store.ts';

/** Fields of the first step, as calls name them; any other is of the delivery. */
const contactFields: readonly string[] = ['email', 'firstname', 'lastname', 'telephone'];

/** Opens the step that asks for what a call has refused; its form says it at the field (`useRefusedFields`). */
export function openRefusedStep(refused: Readonly<Record<string, string>>): void {
  useCheckout.setState({ refused });
  dispatchStep({ type: 'edit', step: Object.keys(refused).some((name) => contactFields.includes(name)) ? 0 : 1 });
}
