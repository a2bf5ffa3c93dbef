import { headerActionClass, headerIconClass } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { Link } from 'react-router';
import { useSession } from '../auth/session-store.ts';

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
