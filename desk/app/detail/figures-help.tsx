import type { Figure } from '@ceiba/domain/reports/figures';

/** Explains the figures above it, each with the sentence of its definition (STAT-01). Opens by a press, on a phone too. */
export const FiguresHelp = ({ figures }: { figures: readonly Pick<Figure, 'label' | 'sentence'>[] }) => (
  <details className="figure-help">
    <summary>{figures.length === 1 ? 'Qué es esta cifra' : 'Qué es cada cifra'}</summary>
    <dl>
      {figures.map(({ label, sentence }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{sentence}</dd>
        </div>
      ))}
    </dl>
  </details>
);
