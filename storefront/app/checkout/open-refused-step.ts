import { dispatchStep } from './checkout-store.ts';
import { stepForms } from './step-forms.ts';

/** Fields of the first step, as calls name them; any other is of the delivery. */
const contactFields: readonly string[] = ['email', 'firstname', 'lastname', 'telephone'];

/** Milliseconds between two looks for a form that opens, and how many. */
const [pause, most] = [20, 100];

/** Opens the step that asks for what a call has refused, and says it at the fields of its form. */
export function openRefusedStep(refused: Readonly<Record<string, string>>): void {
  const step = Object.keys(refused).some((name) => contactFields.includes(name)) ? 0 : 1;
  dispatchStep({ type: 'edit', step });
  // The step takes the focus as it opens: the field takes it after that.
  const tell = (looks: number): void => {
    const form = stepForms[step];
    if (form !== undefined) for (const [name, message] of Object.entries(refused).reverse()) form(name, message);
    else if (looks < most) setTimeout(() => tell(looks + 1), pause);
  };
  setTimeout(() => tell(0), pause);
}
