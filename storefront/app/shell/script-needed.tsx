import type { ReactNode } from 'react';

/**
 * Replaces a skeleton that no script would ever fill (`.needs-script`). Rendered on the server only, because only its markup reaches such a browser.
 * `instead`: what works without scripts.
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
