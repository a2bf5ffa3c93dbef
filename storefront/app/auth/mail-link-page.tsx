import { EmptyState } from '@ceiba/ui/empty-state';
import { type ReactNode, useEffect, useRef } from 'react';

/** The page that a mail's link opens: the result, and the possible next steps (`children`). */
export function MailLinkPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main id="contenido" className="wrap py-10">
      <div role="status">
        <EmptyState heading="h1" art="/art/cuenta.svg" title={title} text={text} />
      </div>
      <p className="text-center">{children}</p>
    </main>
  );
}

/** Runs `work` once, as soon as this is allowed. Development mounts twice, but a mailed link works only once. */
export function useOnce(work: () => Promise<void>, isAllowed = true): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isAllowed || isDone.current) return;
    isDone.current = true;
    void work();
  });
}
