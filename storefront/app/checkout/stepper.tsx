import { type CheckoutSteps, stepLabels } from '@ceiba/domain/checkout/steps';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { Fragment } from 'react';

/**
 * The current step, with the short labels (CHK-01, DIF-01). `isKnown`: the stored steps and the cart have been read. Before that, no step
 * is marked as current, because it could be the wrong step.
 */
export function Stepper({ steps, isKnown }: { steps: CheckoutSteps; isKnown: boolean }) {
  return (
    <ol aria-label="Pasos" className="steps">
      {stepLabels.map((label, index) => {
        const isCurrent = isKnown && index === steps.currentStep;
        const isDone = isKnown && !isCurrent && steps.stepStates[index] === 'completed';
        return (
          <Fragment key={label}>
            {index > 0 && <StepLine isDone={isKnown && index <= steps.currentStep} />}
            <li
              aria-current={isCurrent ? 'step' : undefined}
              className={cx(
                'step',
                isCurrent && 'font-semibold text-ink',
                isDone && 'font-medium text-link',
                !isCurrent && !isDone && 'font-medium text-ink-muted',
              )}
            >
              <span className={cx('step-mark', isCurrent && 'step-now', isDone && 'step-done')}>
                {isDone ? <Icon name="check" size="sm" /> : index + 1}
              </span>
              {label}
              {isDone && <span className="sr-only">, completado</span>}
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}

function StepLine({ isDone }: { isDone: boolean }) {
  return <li aria-hidden="true" className={cx('step-line', isDone && 'step-line-done')} />;
}
