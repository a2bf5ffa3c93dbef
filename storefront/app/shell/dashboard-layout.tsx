import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { Spinner } from '@ceiba/ui/loading';
import { IsRestoringProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation, useMatch, useNavigate } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { signOut } from '../auth/end-session.tsx';
import { useSession } from '../auth/session-store.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { ScriptNeeded } from './script-needed.tsx';

/** Shown if the shop's points programme is enabled. */
const pointsPath = '/dashboard/points';

/** The entries of the menu (DEC-47). */
const places = [
  { to: '/dashboard/profile', icon: 'circle-user-round', label: 'Información personal' },
  { to: '/dashboard/orders', icon: 'package', label: 'Mis órdenes' },
  { to: '/dashboard/addresses', icon: 'map-pin', label: 'Mis direcciones' },
  { to: '/dashboard/wishlists', icon: 'heart', label: 'Lista de deseos' },
  { to: '/dashboard/cards', icon: 'credit-card', label: 'Mis tarjetas' },
  { to: pointsPath, icon: 'coins', label: 'Puntos MAX' },
  { to: '/dashboard/returns', icon: 'rotate-ccw', label: 'Devoluciones' },
] as const;

/**
 * Layout of the account's pages: the menu, and a redirect to the login for visitors without a session (AUTH-13,
 * DEC-13). The server renders the layout for everybody. Customers see it before any script has loaded (record 0039);
 * calls wait until the scripts know the session.
 */
export default function DashboardLayout() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // If the session ends on this page, the code that ended the session navigates.
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (session) wasSignedIn.current = true;
    const redirect = `${pathname}${search}`;
    if (session === null && !wasSignedIn.current)
      void navigate(`/login?${new URLSearchParams({ redirect })}`, { replace: true });
  }, [session, navigate, pathname, search]);
  // The page of an order has a special title, and shows two shipments side by side on wide screens (APP-34).
  const isOrder = useMatch('/dashboard/orders/:number') !== null;
  // The height of the window from the first paint, so that late parts do not move a visible footer.
  return (
    <main id="contenido" className={cx('wrap min-h-screen pb-10', isOrder && 'wrap-wide pt-5')}>
      {!isOrder && <h1 className="pt-5 pb-3 text-3xl leading-tight lg:pt-8 lg:pb-5 lg:text-4xl">Mi cuenta</h1>}
      {session !== null && (
        <div
          className={cx(
            'grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[260px_minmax(0,1fr)] lg:items-start lg:gap-8',
            session === undefined && 'when-signed-in',
          )}
        >
          <AccountMenu />
          <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-4', !isOrder && 'max-w-[820px]')}>
            <IsRestoringProvider value={session === undefined}>
              <Outlet />
            </IsRestoringProvider>
          </div>
        </div>
      )}
      {!session && <ScriptNeeded title="Tu cuenta necesita JavaScript" />}
      {!session && (
        <p
          role="status"
          className={cx('needs-script grid justify-items-center py-16', session === undefined && 'until-signed-in')}
        >
          <Spinner />
          <span className="sr-only">Cargando tu cuenta</span>
        </p>
      )}
    </main>
  );
}

const itemClass =
  'flex min-h-control min-w-min flex-[1_1_calc(50%-2px)] items-center gap-2 rounded-md px-2 text-left font-medium max-[359px]:text-sm min-[360px]:gap-3 lg:px-3.5 hover:bg-surface-tint aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft';

function AccountMenu() {
  const navigate = useNavigate();
  const { hasOwnPoints } = usePolicy();
  const shownPlaces = places.filter(({ to }) => hasOwnPoints || to !== pointsPath);
  const leave = async (): Promise<void> => {
    if ((await signOut(navigate)) === 'failed') showAlert({ id: 'auth-alert', type: 'Error', ...failedSignOut });
  };
  return (
    <nav aria-label="Mi cuenta" className="panel flex flex-wrap gap-1 p-2 lg:grid">
      {shownPlaces.map(({ to, icon, label }) => (
        <NavLink key={to} to={to} className={itemClass}>
          <Icon name={icon} />
          {label}
        </NavLink>
      ))}
      <button type="button" onClick={() => void leave()} className={itemClass}>
        <Icon name="log-out" />
        Cerrar sesión
      </button>
    </nav>
  );
}

const failedSignOut = { title: 'No pudimos cerrar tu sesión', message: 'Revisa tu conexión y vuelve a intentarlo.' };
