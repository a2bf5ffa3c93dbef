import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CheckoutSteps,
  canEditStep,
  initialSteps,
  isDeliveryOpen,
  isStepContentVisible,
  reduceSteps,
  restoreSteps,
  type StepAction,
  type StepIndex,
  type StepState,
  stepHeadings,
  stepLabels,
} from './steps.ts';

const after = (...actions: StepAction[]): CheckoutSteps => actions.reduce(reduceSteps, initialSteps);

const complete = (step: StepIndex): StepAction => ({ type: 'complete', step });
const edit = (step: StepIndex): StepAction => ({ type: 'edit', step });
const confirmed: StepAction = { type: 'deliveryConfirmed' };
const refused: StepAction = { type: 'deliveryRefused' };
const quantityChanged: StepAction = { type: 'cartQuantityChanged' };

const toPayment = [complete(0), complete(1), confirmed] as const;

const steps = (
  currentStep: StepIndex,
  stepStates: [StepState, StepState, StepState],
  isDeliveryConfirmed = false,
): CheckoutSteps => ({ currentStep, stepStates, isDeliveryConfirmed });

describe('state machine of the checkout steps', () => {
  test('the steps have the documented labels and headings', () => {
    expect(stepLabels).toEqual(['Información', 'Entrega', 'Pago']);
    expect(stepHeadings).toEqual(['1. Información', '2. Método de entrega', '3. Completa tu pago']);
  });

  test.each<[string, StepAction[], CheckoutSteps]>([
    ['[CHK-03] the checkout starts with contact', [], steps(0, ['default', 'disabled', 'disabled'])],
    ['[CHK-04] completing contact opens delivery', [complete(0)], steps(1, ['completed', 'default', 'disabled'])],
    [
      '[CHK-04] completing delivery opens payment',
      [complete(0), complete(1)],
      steps(2, ['completed', 'completed', 'default']),
    ],
    [
      '[DEC-95] a delivery that the server accepts is confirmed',
      [...toPayment],
      steps(2, ['completed', 'completed', 'default'], true),
    ],
    ['payment done', [...toPayment, complete(2)], steps(2, ['completed', 'completed', 'completed'], true)],
    ['[CHK-04] a disabled step cannot be completed', [complete(1)], initialSteps],
    [
      '[CHK-04] completing a completed step changes nothing',
      [complete(0), complete(0)],
      steps(1, ['completed', 'default', 'disabled']),
    ],
    [
      '[CHK-05] editing contact closes no other step',
      [...toPayment, edit(0)],
      steps(2, ['editing', 'completed', 'default'], true),
    ],
    [
      '[CHK-04] [CHK-05] an edited contact can be completed again, and no other step opens',
      [...toPayment, edit(0), complete(0)],
      steps(2, ['completed', 'completed', 'default'], true),
    ],
    [
      '[CHK-05] editing delivery closes no other step',
      [...toPayment, edit(1)],
      steps(2, ['completed', 'editing', 'default'], true),
    ],
    [
      '[DEC-95] an edited delivery must be confirmed again',
      [...toPayment, edit(1), complete(1)],
      steps(2, ['completed', 'completed', 'default']),
    ],
    ['[CHK-06] payment is never edited', [...toPayment, complete(2), edit(2)], after(...toPayment, complete(2))],
    ['[CHK-05] a step that is not completed cannot be edited', [edit(0)], initialSteps],
    [
      '[CHK-08] a refused delivery is edited again',
      [complete(0), complete(1), refused],
      steps(2, ['completed', 'editing', 'default']),
    ],
    [
      '[CHK-08] a refused delivery can be completed again',
      [complete(0), complete(1), refused, complete(1), confirmed],
      steps(2, ['completed', 'completed', 'default'], true),
    ],
    ['[DEC-95] an open delivery is not confirmed', [complete(0), confirmed], after(complete(0))],
    ['[CHK-08] an open delivery is not refused', [complete(0), refused], after(complete(0))],
    [
      '[CHK-12] a changed quantity returns to the delivery step',
      [...toPayment, quantityChanged],
      steps(1, ['completed', 'default', 'disabled']),
    ],
    [
      '[CHK-12] a changed quantity keeps contact in editing',
      [...toPayment, edit(0), quantityChanged],
      steps(1, ['editing', 'default', 'disabled']),
    ],
    ['[CHK-12] a changed quantity changes nothing in the contact step', [quantityChanged], initialSteps],
  ])('%s', (_, actions, expected) => {
    expect(after(...actions)).toEqual(expected);
  });

  test('[CHK-04] completing contact does not open delivery if payment is already completed', () => {
    const odd = steps(0, ['default', 'disabled', 'completed']);
    expect(reduceSteps(odd, complete(0))).toEqual(steps(0, ['completed', 'disabled', 'completed']));
  });

  test('[CHK-04] completing an edited step opens no other step', () => {
    const odd = steps(0, ['editing', 'disabled', 'disabled']);
    expect(reduceSteps(odd, complete(0))).toEqual(steps(0, ['completed', 'disabled', 'disabled']));
  });

  test('[CHK-04] completing contact does not change a delivery that is being edited', () => {
    const odd = steps(0, ['default', 'editing', 'disabled']);
    expect(reduceSteps(odd, complete(0))).toEqual(steps(0, ['completed', 'editing', 'disabled']));
  });

  test('an action that is not allowed returns the same object', () => {
    for (const action of [edit(0), edit(2), complete(1), confirmed, quantityChanged]) {
      expect(reduceSteps(initialSteps, action)).toBe(initialSteps);
    }
    const delivery = after(complete(0));
    expect(reduceSteps(delivery, complete(0))).toBe(delivery);
  });
});

describe('visible content of a step', () => {
  test.each<[CheckoutSteps, boolean[], boolean[], boolean]>([
    [initialSteps, [true, false, false], [false, false, false], true],
    [after(complete(0)), [true, true, false], [true, false, false], true],
    [after(...toPayment), [true, true, true], [true, true, false], false],
    [after(...toPayment, edit(0)), [true, false, false], [false, true, false], true],
    [after(...toPayment, edit(1)), [true, true, false], [true, false, false], true],
    [after(...toPayment, complete(2)), [true, true, true], [true, true, false], false],
  ])('[CHK-05] [CHK-07] [CART-31] %j', (state, visible, editable, isOpen) => {
    const indexes: StepIndex[] = [0, 1, 2];
    expect(indexes.map((step) => isStepContentVisible(state, step))).toEqual(visible);
    expect(indexes.map((step) => canEditStep(state, step))).toEqual(editable);
    expect(isDeliveryOpen(state)).toBe(isOpen);
  });
});

describe('restoring', () => {
  test.each<[string, CheckoutSteps, CheckoutSteps, boolean]>([
    ['[CHK-10] the first step', initialSteps, initialSteps, false],
    ['[CHK-10] delivery', after(complete(0)), after(complete(0)), false],
    ['[CHK-10] contact edited', after(complete(0), edit(0)), after(complete(0), edit(0)), false],
    ['[DIF-08] payment', after(...toPayment), after(complete(0)), true],
    ['[DIF-08] payment with delivery edited', after(...toPayment, edit(1)), after(complete(0)), true],
    ['[DIF-08] payment done', after(...toPayment, complete(2)), after(complete(0)), true],
  ])('%s', (_, stored, restored, isDeliveryReset) => {
    expect(restoreSteps(JSON.parse(JSON.stringify(stored)), true)).toEqual({ steps: restored, isDeliveryReset });
  });

  test.each([after(complete(0)), after(...toPayment), after(...toPayment, edit(1))])(
    '[CHK-10] another tab restores the stored steps unchanged: %j',
    (stored) => {
      expect(restoreSteps(JSON.parse(JSON.stringify(stored)), false)).toEqual({
        steps: stored,
        isDeliveryReset: false,
      });
    },
  );

  test.each([undefined, null])('[CHK-10] the first step is open if nothing is stored: %s', (stored) => {
    expect(restoreSteps(stored, true)).toEqual({ steps: initialSteps, isDeliveryReset: false });
  });

  test.each([
    'text',
    7,
    {},
    { ...initialSteps, currentStep: 3 },
    { ...initialSteps, currentStep: '0' },
    { ...initialSteps, isDeliveryConfirmed: 'yes' },
    { ...initialSteps, stepStates: 'default' },
    { ...initialSteps, stepStates: { length: 3 } },
    { ...initialSteps, stepStates: ['default', 'disabled'] },
    { ...initialSteps, stepStates: ['default', 'disabled', 'open'] },
    { ...initialSteps, stepStates: ['open', 'disabled', 'disabled'] },
    { ...initialSteps, stepStates: ['default', 'open', 'disabled'] },
    { ...initialSteps, stepStates: ['default', 'disabled', 'disabled', 'disabled'] },
    { currentStep: 0, stepStates: initialSteps.stepStates },
    { currentStep: 0, isDeliveryConfirmed: false },
    { stepStates: initialSteps.stepStates, isDeliveryConfirmed: false },
    steps(0, ['completed', 'disabled', 'disabled']),
    steps(0, ['disabled', 'disabled', 'disabled']),
    steps(0, ['editing', 'disabled', 'disabled']),
    steps(0, ['default', 'default', 'disabled']),
    steps(0, ['default', 'disabled', 'completed']),
    steps(1, ['default', 'default', 'disabled']),
    steps(1, ['disabled', 'default', 'disabled']),
    steps(1, ['completed', 'editing', 'disabled']),
    steps(1, ['completed', 'completed', 'disabled']),
    steps(1, ['completed', 'default', 'default']),
    steps(2, ['completed', 'default', 'default']),
    steps(2, ['completed', 'completed', 'editing']),
    steps(2, ['completed', 'completed', 'disabled']),
  ])('[CHK-10] malformed or unreachable steps restart the checkout: %j', (stored) => {
    expect(restoreSteps(stored, true)).toEqual({ steps: initialSteps, isDeliveryReset: true });
  });
});

describe('after any sequence of actions', () => {
  const anyStep = fc.constantFrom<StepIndex>(0, 1, 2);
  const anyAction = fc.oneof(
    fc.record({ type: fc.constantFrom('complete' as const, 'edit' as const), step: anyStep }),
    fc.constantFrom<StepAction>(confirmed, refused, quantityChanged),
  );
  const anySteps = fc.array(anyAction, { maxLength: 25 }).map((actions) => after(...actions));

  test('[CHK-02] [CHK-06] one step is current and open, later steps are closed, payment is never edited', () => {
    fc.assert(
      fc.property(anySteps, ({ currentStep, stepStates }) => {
        expect(stepStates[currentStep]).not.toBe('disabled');
        expect(stepStates.slice(currentStep + 1).every((state) => state === 'disabled')).toBe(true);
        expect(stepStates.filter((state) => state === 'default').length).toBeLessThanOrEqual(1);
        expect(stepStates[2]).not.toBe('editing');
      }),
    );
  });

  test('[CHK-10] stored steps can always be parsed, and a reload never ends on the payment step', () => {
    fc.assert(
      fc.property(anySteps, (state) => {
        const restored = restoreSteps(JSON.parse(JSON.stringify(state)), true);
        expect(restored.isDeliveryReset).toBe(state.currentStep === 2);
        if (state.currentStep < 2) expect(restored.steps).toEqual(state);
        expect(restored.steps.currentStep).toBeLessThan(2);
      }),
    );
  });

  test('[CHK-04] completing the steps in order always reaches the payment', () => {
    fc.assert(
      fc.property(anySteps, (state) => {
        const end = [complete(0), complete(1), confirmed].reduce(reduceSteps, state);
        expect(end.currentStep).toBe(2);
        expect(isStepContentVisible(end, 2)).toBe(true);
        expect(isDeliveryOpen(end)).toBe(false);
      }),
    );
  });
});
