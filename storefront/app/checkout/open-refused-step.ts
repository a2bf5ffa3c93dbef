import { dispatchStep } from './checkout-store.ts';
import { stepForms } from './step-forms.ts';

/** Fields of the contact, and those of the delivery's form by the call's names; any other is of the delivery, too. */
const contactFields = ['email', 'firstname', 'lastname', 'telephone'] as const;
const deliveryFields = { street: 'address', region: 'region', city: 'city', zone: 'zone', message: 'extras' } as const;

const isDeliveryField = (name: string): name is keyof typeof deliveryFields => Object.hasOwn(deliveryFields, name);

/** Milliseconds between two looks for a form that opens, and how many. */
const [pause, most] = [20, 100];

/** True where the step's form stands and has said it. */
function tell(isContact: boolean, refused: Readonly<Record<string, string>>): boolean {
  const { contact, delivery } = stepForms;
  if ((isContact ? contact : delivery) === undefined) return false;
  for (const [name, message] of Object.entries(refused).reverse()) {
    const field = contactFields.find((known) => known === name);
    if (isContact && field !== undefined) contact?.(field, { message }, { shouldFocus: true });
    else if (!isContact && isDeliveryField(name)) delivery?.(deliveryFields[name], { message }, { shouldFocus: true });
  }
  return true;
}

/** Opens the step that asks for what a call has refused, and says it at the fields of its form. */
export function openRefusedStep(refused: Readonly<Record<string, string>>): void {
  const isContact = contactFields.some((name) => name in refused);
  dispatchStep({ type: 'edit', step: isContact ? 0 : 1 });
  // The step takes the focus as it opens: the field takes it after that.
  const look = (looks: number): void => {
    setTimeout(() => {
      if (!tell(isContact, refused) && looks < most) look(looks + 1);
    }, pause);
  };
  look(0);
}
