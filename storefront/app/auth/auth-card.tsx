import type { ReactNode } from 'react';

/** The single column of the pages for login and registration. */
export function AuthCard({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <main id="contenido" className="wrap grid justify-items-center py-8 lg:py-12">
      <section className="panel grid w-full max-w-[480px] gap-5 p-5 sm:p-8">
        <div className="grid gap-1.5">
          <h1 className="text-3xl leading-tight">{title}</h1>
          {text !== undefined && <p className="text-ink-soft">{text}</p>}
        </div>
        {children}
      </section>
    </main>
  );
}

export const authLinkClass = 'font-semibold text-link underline-offset-3 hover:underline';
