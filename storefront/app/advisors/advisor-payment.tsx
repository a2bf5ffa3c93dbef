import { advisorTexts } from '@ceiba/domain/advisors/advisor-texts';
import { RadioCard } from '@ceiba/ui/choice';
import { Icon } from '@ceiba/ui/icon';
import { Skeleton } from '@ceiba/ui/loading';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';

type Choice = 'link' | 'store';

const choices: { choice: Choice; title: string; text: string; icon: ComponentProps<typeof Icon>['name'] }[] = [
  { choice: 'link', title: advisorTexts.linkChoice, text: 'Tu cliente paga desde su teléfono', icon: 'link' },
  { choice: 'store', title: advisorTexts.storeChoice, text: 'Se cobra en caja con el pedido', icon: 'store' },
];

/** The choices that an advisor sees instead of the payment methods, with the content of each (ADV-09, DEC-149). */
export default function AdvisorPayment({ contents }: { contents: Record<Choice, ReactNode> }) {
  const [chosen, setChosen] = useState<Choice>('link');
  return (
    <section aria-label="Forma de cobro" className="mt-6 grid gap-5">
      <fieldset>
        <legend className="sr-only">Forma de cobro</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {choices.map(({ choice, title, text, icon }) => (
            <RadioCard
              key={choice}
              name="forma-de-cobro"
              value={choice}
              title={title}
              text={text}
              aside={
                <span className="grid size-10 flex-none place-items-center rounded-leaf-sm bg-primary-soft text-on-primary-soft">
                  <Icon name={icon} />
                </span>
              }
              checked={chosen === choice}
              onChange={() => setChosen(choice)}
            />
          ))}
        </div>
      </fieldset>
      {/* The choice stays visible while its content is being fetched. */}
      <Suspense fallback={<Skeleton className="h-24 rounded-lg" />}>{contents[chosen]}</Suspense>
    </section>
  );
}
