import { Link, useNavigate } from 'react-router';
import { AuthCard, authLinkClass } from '../auth/auth-card.tsx';
import { RegisterForm } from '../auth/register-form.tsx';
import { useSigningIn } from '../auth/use-signing-in.ts';
import { useSkipForm, useWayBack } from '../auth/use-way-back.ts';
import { Welcome } from '../auth/welcome.tsx';
import { personalMeta } from '../policies/personal-meta.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { useForgetWanted } from '../restock/use-forget-wanted.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = personalMeta('Crear cuenta');

/** The registration page (AUTH-04, AUTH-05). */
export default function RegisterPage() {
  const navigate = useNavigate();
  useForgetWanted();
  // If the shop has a points programme, public links to this page invite to collect points.
  useSkipForm(usePolicy().hasOwnPoints ? '/dashboard/points' : '/dashboard/profile');
  const { path, query } = useWayBack();
  const { welcomed, register } = useSigningIn(() => void navigate(path, { replace: true }));
  return (
    <AuthCard title="Crear cuenta">
      {welcomed === null ? (
        <>
          <RegisterForm onSubmit={register} />
          <p className="text-sm">
            Ya tienes cuenta?{' '}
            <Link to={`/login${query}`} data-carries className={authLinkClass}>
              Iniciar sesión
            </Link>
          </p>
        </>
      ) : (
        <Welcome name={welcomed} />
      )}
    </AuthCard>
  );
}
