import { canEditStep, isStepContentVisible, type StepIndex, stepHeadings } from '@ceiba/domain/checkout/steps';
import { AccordionCard } from '@ceiba/ui/accordion-card';
import { Icon } from '@ceiba/ui/icon';
import { scrollBehavior } from '@ceiba/ui/motion';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { ClearedDelivery } from './checkout-data.ts';
import { dispatchStep, useCheckout } from './checkout-store.ts';

/** ID of the text with the reason why delivery restarts. This text describes the card that takes the focus. */
export const deliveryRestartId = 'entrega-de-nuevo';

/**
 * One of the three cards: done, in progress, or waiting (CHK-02, CHK-05, CHK-07). When the shopper reaches the card, it scrolls into view
 * and takes the focus (CHK-09).
 */
export function StepCard({
  step,
  summary,
  canEdit = true,
  children,
}: {
  step: StepIndex;
  summary: ReactNode;
  canEdit?: boolean;
  children: ReactNode;
}) {
  const steps = useCheckout((state) => state.steps);
  const isVisible = isStepContentVisible(steps, step);
  const isDone = isVisible && steps.stepStates[step] === 'completed';
  const isAtWork = isVisible && !isDone;
  const taken = useCheckout((state) => (step === 1 ? state.taken : null));
  const card = useArrival(isAtWork, taken);
  const titleId = useId();
  const [, title = ''] = stepHeadings[step].split('. ');
  return (
    <section
      ref={card}
      aria-labelledby={titleId}
      aria-describedby={taken === null ? undefined : deliveryRestartId}
      tabIndex={-1}
      className="scroll-mt-4 rounded-lg outline-none"
    >
      <AccordionCard
        step={step + 1}
        title={
          <>
            <span className="sr-only">{step + 1}. </span>
            <span id={titleId}>{title}</span>
          </>
        }
        state={isDone ? 'done' : isAtWork ? 'current' : 'later'}
        action={
          canEdit && isDone && canEditStep(steps, step) ? (
            <button
              type="button"
              aria-describedby={titleId}
              onClick={() => dispatchStep({ type: 'edit', step })}
              className="inline-flex min-h-touch items-center gap-1.5 text-sm font-semibold text-link underline-offset-3 hover:underline"
            >
              <Icon name="pencil" size="sm" />
              Editar
            </button>
          ) : undefined
        }
        summary={summary}
      >
        {isAtWork && children}
      </AccordionCard>
    </section>
  );
}

/**
 * Skips the first render: a page that opens keeps its scroll position and focus. The exception is a step that starts again (`taken`),
 * because its empty form is not at the position of the former content.
 */
function useArrival(isAtWork: boolean, taken: ClearedDelivery | null) {
  const card = useRef<HTMLElement>(null);
  const wasAtWork = useRef(isAtWork);
  const announced = useRef<ClearedDelivery>(null);
  useEffect(() => {
    const isNews = taken !== null && taken !== announced.current;
    const hasArrived = isAtWork && (isNews || !wasAtWork.current);
    wasAtWork.current = isAtWork;
    announced.current = taken;
    if (!hasArrived) return;
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
  }, [isAtWork, taken]);
  return card;
}
