import type { ReactNode } from 'react';

/**
 * In place of a skeleton that no script would ever fill (`.needs-script`). Only the server says it, as it alone writes for
 * such a browser. `instead`: what can be done without.
 */
export const ScriptNeeded = ({ title, instead }: { title: string; instead?: ReactNode }) => (
  <noscript>
    {import.meta.env.SSR ? (
      <div className="panel wrap my-4">
        <h2 className="heading-card">{title}</h2>
        <p className="mt-1 text-ink-soft">
          Actívalo en los ajustes de tu navegador y carga la página de nuevo. {instead}
        </p>
      </div>
    ) : null}
  </noscript>
);
