import { EmptyState } from './empty-state.tsx';

/**
 * In place of a skeleton that no script would ever fill (`.needs-script`). Only the server says it, as it alone writes for
 * such a browser.
 */
export const ScriptNeeded = ({ title }: { title: string }) => (
  <noscript>
    {import.meta.env.SSR ? (
      <div className="panel wrap my-4">
        <EmptyState title={title} text="Actívalo en los ajustes de tu navegador y carga la página de nuevo." />
      </div>
    ) : null}
  </noscript>
);
