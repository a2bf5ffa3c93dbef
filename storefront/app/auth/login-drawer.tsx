import { Drawer } from '@ceiba/ui/drawer';
import { Link } from 'react-router';
import { authLinkClass } from './auth-card.tsx';
import { LoginForm } from './login-form.tsx';
import { useSigningIn } from './use-signing-in.ts';
import { Welcome } from './welcome.tsx';

/** The login of the checkout (AUTH-03, INFO-12). Text typed behind the drawer stays. `email`: the suggested one (INFO-14). */
export default function LoginDrawer({ open, email, onClose }: { open: boolean; email: string; onClose: () => void }) {
  const { welcomed, logIn } = useSigningIn(onClose);
  return (
    <Drawer open={open} onClose={onClose} title="Iniciar sesión">
      {welcomed === null ? (
        <div className="grid gap-5">
          <LoginForm email={email} onSubmit={logIn} />
          <p className="flex flex-wrap justify-between gap-3 text-sm">
            <Link to="/password/request" className={authLinkClass}>
              ¿Olvidaste tu contraseña?
            </Link>
            <Link to="/register?redirect=/checkout" className={authLinkClass}>
              Crear cuenta
            </Link>
          </p>
        </div>
      ) : (
        <Welcome name={welcomed} />
      )}
    </Drawer>
  );
}
