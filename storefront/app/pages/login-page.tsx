import { Link, useNavigate } from 'react-router';
import { AuthCard, authLinkClass } from '../auth/auth-card.tsx';
import { LoginForm } from '../auth/login-form.tsx';
import { useSigningIn } from '../auth/use-signing-in.ts';
import { useSkipForm, useWayBack } from '../auth/use-way-back.ts';
import { Welcome } from '../auth/welcome.tsx';
import { PasskeyLogin } from '../passkeys/passkey-login.tsx';
import { personalMeta } from '../policies/personal-meta.ts';
import { useForgetWanted } from '../restock/use-forget-wanted.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = personalMeta('Iniciar sesión');

/** The login page (AUTH-03, DEC-13). */
export default function LoginPage() {
  const navigate = useNavigate();
  useForgetWanted();
  // Before hydration the account link leads here, even for a signed-in customer.
  useSkipForm('/dashboard/profile');
  const { path, email, query } = useWayBack();
  const { welcomed, logIn, enter } = useSigningIn(() => void navigate(path, { replace: true }));
  return (
    <AuthCard title="Iniciar sesión" text="Compra más rápido y sigue tus pedidos.">
      {welcomed === null ? (
        <>
          <LoginForm email={email} onSubmit={logIn} />
          <PasskeyLogin onEnter={enter} />
          <p className="flex flex-wrap justify-between gap-3 text-sm">
            <Link to="/password/request" className={authLinkClass}>
              ¿Olvidaste tu contraseña?
            </Link>
            <Link to={`/register${query}`} data-carries className={authLinkClass}>
              Crear cuenta
            </Link>
          </p>
          {path === '/dashboard/wishlists' && (
            <p className="text-sm">
              <Link to="/wishlist" className={authLinkClass}>
                Ver lo que guarda este navegador
              </Link>
            </p>
          )}
        </>
      ) : (
        <Welcome name={welcomed} />
      )}
    </AuthCard>
  );
}
