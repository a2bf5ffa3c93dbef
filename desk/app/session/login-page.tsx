import type { ReactNode } from 'react';
import { shopOfDesk } from '../platform/shop.ts';

/** The dark page with one white box, for the sign-in and for an invitation. */
export function LoginPage({ children }: { children: ReactNode }) {
  const { name, logo } = shopOfDesk();
  return (
    <main className="login grid min-h-screen grid-rows-[1fr_auto] bg-surface-inverse max-lg:bg-surface">
      <div className="m-auto grid w-full max-w-[420px] gap-5 rounded-lg bg-surface p-8 shadow-lg max-lg:mx-auto max-lg:my-0 max-lg:content-start max-lg:px-5 max-lg:pt-14 max-lg:pb-6 max-lg:shadow-none">
        {logo === null ? (
          <p className="font-display text-[length:var(--text-2xl)] font-[700]">{name}</p>
        ) : (
          <img
            className="h-11 w-auto max-w-full justify-self-start object-contain object-left"
            src={logo}
            alt={name}
            height="44"
          />
        )}
        {children}
      </div>
      <footer className="p-5 text-center text-[length:var(--text-xs)] text-ink-inverse-soft max-lg:text-ink-muted">
        Escritorio de {name} · Solo para el personal
      </footer>
    </main>
  );
}
