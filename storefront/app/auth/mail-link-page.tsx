import { EmptyState } from '@ceiba/ui/empty-state';
import { type ReactNode, useEffect, useRef } from 'react';

/** What a mail's link leads to: how it stands, and what can be done next (`children`). */
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

/** Does `work` as soon as it may. Once: development mounts twice, and a link works once. */
export function useOnce(work: () => Promise<void>, isAllowed = true): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isAllowed || isDone.current) return;
    isDone.current = true;
    void work();
  });
}
