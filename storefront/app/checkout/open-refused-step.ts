import { dispatchStep } from './checkout-store.ts';
import { stepForms } from './step-forms.ts';

/** Fields of the contact, and fields of the delivery form by the API's names. Any other field belongs to the delivery form, too. */
const contactFields = ['email', 'firstname', 'lastname', 'telephone'] as const;
const deliveryFields = { street: 'address', region: 'region', city: 'city', zone: 'zone', message: 'extras' } as const;

const isDeliveryField = (name: string): name is keyof typeof deliveryFields => Object.hasOwn(deliveryFields, name);

/** Milliseconds between two checks for an opening form, and the number of checks. */
const [pause, most] = [20, 100];

/** Shows the refusal at the fields of the step's form. Returns false if the form is not open. */
function showAtFields(isContact: boolean, refused: Readonly<Record<string, string>>): boolean {
  const { contact, delivery } = stepForms;
  if ((isContact ? contact : delivery) === undefined) return false;
  for (const [name, message] of Object.entries(refused).reverse()) {
    const field = contactFields.find((known) => known === name);
    if (isContact && field !== undefined) contact?.(field, { message }, { shouldFocus: true });
    else if (!isContact && isDeliveryField(name)) delivery?.(deliveryFields[name], { message }, { shouldFocus: true });
  }
  return true;
}

/** Opens the step whose data a call has refused, and shows the refusal at its fields. */
export function openRefusedStep(refused: Readonly<Record<string, string>>): void {
  const isContact = contactFields.some((name) => name in refused);
  dispatchStep({ type: 'edit', step: isContact ? 0 : 1 });
  // The step takes the focus when it opens. Afterwards the refused field takes the focus.
  const look = (looks: number): void => {
    setTimeout(() => {
      if (!showAtFields(isContact, refused) && looks < most) look(looks + 1);
    }, pause);
  };
  look(0);
}
