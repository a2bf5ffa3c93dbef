import { Menu as BaseMenu } from '@base-ui/react/menu';
import { roleLabel } from '@ceiba/domain/staff/permissions';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { Link, useLocation, useNavigate } from 'react-router';
import { shopOfDesk } from '../platform/shop.ts';
import { useMay, useSession } from '../session/session.ts';
import { useSignOut } from '../session/sign-out.ts';
import { addressOf, isOf, mayOpen, type Section } from './section.ts';

/** "Marta Xicará" → "MX". */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

/** What the person at this tab may open. */
export const useOwnSections = (sections: readonly Section[]): Section[] => {
  const may = useMay();
  return sections.filter((section) => mayOpen(section, may));
};

/** The entries by their groups. */
export function MenuLists({ sections, onGo }: { sections: readonly Section[]; onGo?: () => void }) {
  const { pathname } = useLocation();
  const own = useOwnSections(sections);
  return ([1, 2, 3, 4] as const).map((group) => {
    const entries = own.filter((section) => section.group === group);
    if (entries.length === 0) return null;
    return (
      <ul key={group}>
        {entries.map((section) => (
          <li key={section.label}>
            <Link to={addressOf(section)} aria-current={isOf(section, pathname) ? 'page' : undefined} onClick={onGo}>
              <DeskIcon name={section.icon} />
              {section.label}
            </Link>
          </li>
        ))}
      </ul>
    );
  });
}

/** Who is signed in, with the way to the own account and out. */
function OwnMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger className="me">
        <span className="ava lg" aria-hidden="true">
          {initialsOf(user.name)}
        </span>
        <span className="grow ell">
          {user.name}
          <small>{roleLabel(user.role)}</small>
        </span>
        <DeskIcon name="chevrons-up-down" />
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="layer" side="top" align="start" sideOffset={4}>
          <BaseMenu.Popup className="drop">
            <BaseMenu.Item className="drop-item" onClick={() => void navigate('/mi-cuenta')}>
              <DeskIcon name="user-round" />
              Mi cuenta
            </BaseMenu.Item>
            <BaseMenu.Item className="drop-item" onClick={signOut}>
              <DeskIcon name="log-out" />
              Cerrar sesión
            </BaseMenu.Item>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** From 1024 px. */
export function SideMenu({ sections }: { sections: readonly Section[] }) {
  const { name, logoOnDark } = shopOfDesk();
  return (
    <aside className="side on-dark" aria-label="Escritorio">
      <Link to="/" className="brand" aria-label={`${name}, inicio del escritorio`}>
        {logoOnDark === null ? <b className="shop-name">{name}</b> : <img src={logoOnDark} alt="" height="28" />}
      </Link>
      <nav aria-label="Menú">
        <MenuLists sections={sections} />
      </nav>
      <OwnMenu />
    </aside>
  );
}
