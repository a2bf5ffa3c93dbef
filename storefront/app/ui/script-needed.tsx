import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

/**
 * In place of a skeleton that no script would ever fill (`.needs-script`). Only the server says it, as it alone writes for
 * such a browser. `instead`: what can be done without.
 */
export const ScriptNeeded = ({ title, instead }: { title: string; instead?: ReactNode }) => (
  <noscript>
    {import.meta.env.SSR ? (
      <div className="panel wrap my-4">
        <EmptyState
          title={title}
          text={<>Actívalo en los ajustes de tu navegador y carga la página de nuevo. {instead}</>}
        />
      </div>
    ) : null}
  </noscript>
);
