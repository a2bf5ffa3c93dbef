import { Link } from 'react-router';
import { useSession } from '../auth/session-store.ts';
import { headerActionClass, headerIconClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** The way to the account: to its page where somebody is signed in, else to the login. */
export function AccountLink() {
  const session = useSession();
  const to = session ? '/dashboard/profile' : '/login';
  return (
    <>
      <Link to={to} className={headerActionClass}>
        <Icon name="circle-user-round" />
        <span>
          <small className="block max-w-28 truncate text-xs text-ink-inverse-soft">
            {session ? `Hola, ${session.firstName}` : 'Hola'}
          </small>
          Mi cuenta
        </span>
      </Link>
      <Link to={to} aria-label="Mi cuenta" className={headerIconClass}>
        <Icon name="circle-user-round" size="lg" />
      </Link>
    </>
  );
}
