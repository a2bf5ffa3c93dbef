/** 0 contact, 1 delivery, 2 payment. Shoppers see 1, 2, 3. */
export type StepIndex = 0 | 1 | 2;

export type StepState = 'default' | 'editing' | 'completed' | 'disabled';

/** Labels of the stepper in the header, and headings of the accordion (CHK-01, DIF-01). */
export const stepLabels = ['Información', 'Entrega', 'Pago'] as const;
export const stepHeadings = ['1. Información', '2. Método de entrega', '3. Completa tu pago'] as const;

export interface CheckoutSteps {
  currentStep: StepIndex;
  stepStates: readonly [StepState, StepState, StepState];
  /** True if the server has accepted shipping address and method (DEC-95). */
  isDeliveryConfirmed: boolean;
}

export type StepAction =
  | { type: 'complete'; step: StepIndex }
  | { type: 'edit'; step: StepIndex }
  | { type: 'deliveryConfirmed' }
  | { type: 'deliveryRefused' }
  | { type: 'cartQuantityChanged' };

/** The steps of a new checkout (CHK-03). */
export const initialSteps: CheckoutSteps = {
  currentStep: 0,
  stepStates: ['default', 'disabled', 'disabled'],
  isDeliveryConfirmed: false,
};

/**
 * The state machine of CHK-02..CHK-12. An action that is not allowed (completing a disabled step, editing the payment)
 * returns the same object. Exactly one step is current, and the current step is never disabled.
 */
export function reduceSteps(steps: CheckoutSteps, action: StepAction): CheckoutSteps {
  switch (action.type) {
    case 'complete':
      return completeStep(steps, action.step);
    case 'edit':
      return editStep(steps, action.step);
    case 'deliveryConfirmed':
      return steps.stepStates[1] === 'completed' ? { ...steps, isDeliveryConfirmed: true } : steps;
    case 'deliveryRefused':
      return reopenUnconfirmedDelivery({ ...steps, isDeliveryConfirmed: false });
    case 'cartQuantityChanged':
      return resetDelivery(steps);
  }
}

/**
 * Completes a step (CHK-04). Completing an edited step opens no other step (CHK-05). After an edited delivery, the
 * server must accept the delivery again (DEC-95).
 */
function completeStep(steps: CheckoutSteps, step: StepIndex): CheckoutSteps {
  const before = steps.stepStates[step];
  if (before === 'disabled' || before === 'completed') return steps;
  const isDeliveryConfirmed = step === 1 ? false : steps.isDeliveryConfirmed;
  const completed = { ...steps, stepStates: withState(steps.stepStates, step, 'completed'), isDeliveryConfirmed };
  const next = nextStep(step);
  if (next === null || before === 'editing' || !opensAfter(steps, next)) return completed;
  return { ...completed, currentStep: next, stepStates: withState(completed.stepStates, next, 'default') };
}

const nextStep = (step: StepIndex): StepIndex | null => (step === 0 ? 1 : step === 1 ? 2 : null);

const opensAfter = (steps: CheckoutSteps, next: StepIndex): boolean =>
  steps.stepStates[next] === 'disabled' && !steps.stepStates.slice(next + 1).includes('completed');

/** Opens a completed step for editing (CHK-05). The payment step cannot be edited (CHK-06). */
function editStep(steps: CheckoutSteps, step: StepIndex): CheckoutSteps {
  if (step === 2 || steps.stepStates[step] !== 'completed') return steps;
  return { ...steps, stepStates: withState(steps.stepStates, step, 'editing') };
}

/** Opens the delivery step for editing if the server has not confirmed the delivery (CHK-08). */
function reopenUnconfirmedDelivery(steps: CheckoutSteps): CheckoutSteps {
  if (steps.stepStates[1] !== 'completed' || steps.isDeliveryConfirmed) return steps;
  return { ...steps, stepStates: withState(steps.stepStates, 1, 'editing') };
}

/**
 * Restarts the delivery step. Payment is disabled until delivery is completed (CHK-12, DIF-08). Changes nothing if
 * delivery was never open.
 */
function resetDelivery(steps: CheckoutSteps): CheckoutSteps {
  if (steps.stepStates[1] === 'disabled') return steps;
  return { currentStep: 1, stepStates: [steps.stepStates[0], 'default', 'disabled'], isDeliveryConfirmed: false };
}

function withState(
  states: CheckoutSteps['stepStates'],
  step: StepIndex,
  state: StepState,
): CheckoutSteps['stepStates'] {
  const [contact, delivery, payment] = states;
  return [step === 0 ? state : contact, step === 1 ? state : delivery, step === 2 ? state : payment];
}

/** Returns whether a step shows its content (CHK-07): the form, or for a completed step its summary. */
export function isStepContentVisible(steps: CheckoutSteps, step: StepIndex): boolean {
  return steps.stepStates.slice(0, step).every((state) => state === 'completed');
}

/** Returns whether a step has the button "Editar" (CHK-05, CHK-06). */
export const canEditStep = (steps: CheckoutSteps, step: StepIndex): boolean =>
  step !== 2 && steps.stepStates[step] === 'completed';

/** Returns whether contact or delivery is open. The delivery cost is then unknown (CART-31). */
export const isDeliveryOpen = (steps: CheckoutSteps): boolean =>
  steps.stepStates.slice(0, 2).some((state) => state === 'default' || state === 'editing');

export interface RestoredSteps {
  steps: CheckoutSteps;
  /** True if the delivery form and the delivery times must be cleared (DIF-08). */
  isDeliveryReset: boolean;
}

/**
 * Parses the steps from browser storage after a load (CHK-10). Malformed or unreachable steps restart. A reload on the
 * payment step (DIF-08) or with an unconfirmed delivery (CHK-08) restarts delivery. Another tab or a return to the page
 * is not a reload. The payment step stays, because the first tab may be about to pay.
 */
export function restoreSteps(stored: unknown, isReloaded: boolean): RestoredSteps {
  const steps = parseSteps(stored);
  if (steps === null) return { steps: initialSteps, isDeliveryReset: stored !== null && stored !== undefined };
  if (isReloaded && steps.currentStep === 2) return { steps: resetDelivery(steps), isDeliveryReset: true };
  return { steps, isDeliveryReset: false };
}

function parseSteps(stored: unknown): CheckoutSteps | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('currentStep' in stored && 'stepStates' in stored && 'isDeliveryConfirmed' in stored)) return null;
  const { currentStep, stepStates, isDeliveryConfirmed } = stored;
  if (!isStepIndex(currentStep) || typeof isDeliveryConfirmed !== 'boolean' || !Array.isArray(stepStates)) return null;
  const [contact, delivery, payment, ...rest]: unknown[] = stepStates;
  if (!isStepState(contact) || !isStepState(delivery) || !isStepState(payment) || rest.length > 0) return null;
  const steps: CheckoutSteps = { currentStep, stepStates: [contact, delivery, payment], isDeliveryConfirmed };
  return isReachable(steps) ? steps : null;
}

/** Returns whether the steps up to the current one are open in order, the later steps are disabled, and payment is not edited. */
function isReachable({ currentStep, stepStates }: CheckoutSteps): boolean {
  return stepStates.every((state, step) => {
    if (step > currentStep) return state === 'disabled';
    if (step < currentStep) return state === 'completed' || state === 'editing';
    return state === 'default' || (state === 'completed' && step === 2);
  });
}

const isStepIndex = (value: unknown): value is StepIndex => value === 0 || value === 1 || value === 2;

const isStepState = (value: unknown): value is StepState =>
  value === 'default' || value === 'editing' || value === 'completed' || value === 'disabled';
