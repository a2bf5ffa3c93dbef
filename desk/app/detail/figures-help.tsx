import type { Figure } from '@ceiba/domain/reports/figures';

/** Explains the figures above, each with its definition. Opens on a press, so that it works on phones, too (STAT-01). */
export const FiguresHelp = ({ figures }: { figures: readonly Pick<Figure, 'label' | 'sentence'>[] }) => (
  <details className="text-xs/[1.125rem] text-ink-muted">
    <summary className="flex min-h-8 w-fit cursor-pointer items-center before:mr-1.5 before:grid before:size-4 before:place-items-center before:rounded-full before:border before:border-current before:text-[0.6875rem]/none before:content-['?'] max-[768px]:min-h-11">
      {figures.length === 1 ? 'Qué es esta cifra' : 'Qué es cada cifra'}
    </summary>
    <dl className="grid max-w-[72ch] gap-2 pb-2">
      {figures.map(({ label, sentence }) => (
        <div key={label}>
          <dt className="font-[600] text-ink">{label}</dt>
          <dd>{sentence}</dd>
        </div>
      ))}
    </dl>
  </details>
);
