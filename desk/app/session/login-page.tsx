import type { ReactNode } from 'react';

/** The dark page with one white box: of signing in and of an invitation. */
export function LoginPage({ children }: { children: ReactNode }) {
  return (
    <main className="login">
      <div className="box">
        <img className="logo" src="/art/logo.svg" alt="Ceiba" width="135" height="44" />
        {children}
      </div>
      <footer>Escritorio de Ceiba. Solo para el personal.</footer>
    </main>
  );
}
