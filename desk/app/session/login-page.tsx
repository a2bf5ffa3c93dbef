import type { ReactNode } from 'react';
import { shopOfDesk } from '../platform/shop.ts';

/** The dark page with one white box: of signing in and of an invitation. */
export function LoginPage({ children }: { children: ReactNode }) {
  const { name, logo } = shopOfDesk();
  return (
    <main className="login">
      <div className="box">
        {logo === null ? (
          <p className="shop-name">{name}</p>
        ) : (
          <img className="logo" src={logo} alt={name} height="44" />
        )}
        {children}
      </div>
      <footer>Escritorio de {name} · Solo para el personal</footer>
    </main>
  );
}
