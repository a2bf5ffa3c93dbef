import { type CheckoutSteps, stepLabels } from '@ceiba/domain/checkout/steps';
import { Fragment } from 'react';
import { cx } from '../platform/class-names.ts';
import { Icon } from '../ui/icon.tsx';

/** Where the shopper is, with the short labels (CHK-01, DIF-01). */
export function Stepper({ steps }: { steps: CheckoutSteps }) {
  return (
    <ol aria-label="Pasos" className="grid grid-cols-[auto_1fr_auto_1fr_auto] items-center gap-2 text-sm lg:gap-3.5">
      {stepLabels.map((label, index) => {
        const isCurrent = index === steps.currentStep;
        const isDone = !isCurrent && steps.stepStates[index] === 'completed';
        return (
          <Fragment key={label}>
            {index > 0 && <StepLine isDone={index <= steps.currentStep} />}
            <li
              aria-current={isCurrent ? 'step' : undefined}
              className={cx(
                'inline-flex items-center gap-2 whitespace-nowrap',
                isCurrent && 'font-semibold text-ink',
                isDone && 'font-medium text-link',
                !isCurrent && !isDone && 'font-medium text-ink-muted',
              )}
            >
              <span
                className={cx(
                  'grid size-7 flex-none place-items-center rounded-full font-bold tabular-nums',
                  isCurrent && 'bg-primary text-white shadow-[0_0_0_4px_var(--color-primary-soft)]',
                  isDone && 'bg-primary-soft text-on-primary-soft',
                  !isCurrent &&
                    !isDone &&
                    'bg-surface text-ink-soft shadow-[inset_0_0_0_1.5px_var(--color-border-control)]',
                )}
              >
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
  return (
    <li
      aria-hidden="true"
      className={cx(
        'h-[3px] rounded-full',
        isDone ? 'bg-[linear-gradient(90deg,var(--color-quetzal-500),var(--color-pluma-500))]' : 'bg-border',
      )}
    />
  );
}
