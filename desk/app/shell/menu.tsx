import { Menu as BaseMenu } from '@base-ui/react/menu';
import { roleLabel } from '@ceiba/domain/staff/permissions';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { Link, useLocation, useNavigate } from 'react-router';
import { MenuItem, MenuPopup } from '../platform/menu-popup.tsx';
import { shopOfDesk } from '../platform/shop.ts';
import { useMay, useSession } from '../session/session.ts';
import { useSignOut } from '../session/sign-out.ts';
import { useSavedViews } from '../views/own-views.ts';
import { PinnedView } from '../views/pinned-views.tsx';
import { addressOf, furtherPages, isOf, mayOpen, type Section } from './section.ts';

/** "Marta Xicará" → "MX". */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

/** The sections that the person at this tab may open. */
export const useOwnSections = (sections: readonly Section[]): Section[] => {
  const may = useMay();
  return sections.filter((section) => mayOpen(section, may));
};

/** A line between two groups. */
export const menuGroupLook = 'not-first:mt-[5px] not-first:border-t not-first:border-border-inverse not-first:pt-[5px]';

export const menuEntryLook =
  'flex h-[29px] items-center gap-2.5 rounded-xs px-2 font-medium whitespace-nowrap text-[#dcefe7] hover:bg-surface-inverse-raised aria-[current]:bg-surface-inverse-raised aria-[current]:font-semibold aria-[current]:text-white aria-[current]:shadow-[inset_3px_0_0_var(--color-quetzal-300)] max-lg:h-auto max-lg:min-h-11 max-lg:w-full max-lg:gap-3';

/** The entries by group. The open section also shows its other pages. */
export function MenuLists({ sections, onGo }: { sections: readonly Section[]; onGo?: () => void }) {
  const { pathname } = useLocation();
  const own = useOwnSections(sections);
  const may = useMay();
  const pinned = useSavedViews().flatMap((view) =>
    view.isPinned && view.path !== null ? [{ view, path: view.path }] : [],
  );
  return ([1, 2, 3, 4] as const).map((group) => {
    const entries = own.filter((section) => section.group === group);
    if (entries.length === 0) return null;
    return (
      <ul key={group} className={menuGroupLook}>
        {entries.map((section) => (
          <li key={section.label}>
            <Link
              to={addressOf(section)}
              className={menuEntryLook}
              aria-current={isOf(section, pathname) ? 'page' : undefined}
              onClick={onGo}
            >
              <DeskIcon name={section.icon} />
              {section.label}
            </Link>
            {isOf(section, pathname) &&
              furtherPages(section, may).map(({ label, to }) => (
                <Link
                  key={to}
                  to={to}
                  className={cx(menuEntryLook, 'pl-8.5!')}
                  aria-current={pathname === to ? 'page' : undefined}
                  onClick={onGo}
                >
                  <span className="min-w-0 flex-1 truncate">{label}</span>
                </Link>
              ))}
            {pinned
              .filter(({ path }) => isOf(section, path))
              .map(({ view, path }) => (
                <PinnedView key={view.id} view={view} path={path} className={menuEntryLook} onGo={onGo} />
              ))}
          </li>
        ))}
      </ul>
    );
  });
}

/** The signed-in person's name, with a link to the account and a button to sign out. */
function OwnMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger className="flex min-h-13 w-full flex-none cursor-pointer items-center gap-2.5 border-t border-border-inverse px-4 py-2 text-left text-white hover:bg-surface-inverse-raised">
        <span
          className="inline-grid size-8 flex-none place-items-center rounded-full bg-primary-soft text-xs font-bold text-on-primary-soft"
          aria-hidden="true"
        >
          {initialsOf(user.name)}
        </span>
        <span className="min-w-0 flex-1 truncate">
          {user.name}
          <small className="block text-xs text-ink-inverse-soft">{roleLabel(user.role)}</small>
        </span>
        <DeskIcon name="chevrons-up-down" />
      </BaseMenu.Trigger>
      <MenuPopup side="top" align="start">
        <MenuItem onClick={() => void navigate('/mi-cuenta')}>
          <DeskIcon name="user-round" />
          Mi cuenta
        </MenuItem>
        <MenuItem onClick={signOut}>
          <DeskIcon name="log-out" />
          Cerrar sesión
        </MenuItem>
      </MenuPopup>
    </BaseMenu.Root>
  );
}

/** The menu of screens from 1024 px. */
export function SideMenu({ sections }: { sections: readonly Section[] }) {
  const { name, logoOnDark } = shopOfDesk();
  return (
    <aside
      className="on-dark sticky top-0 flex h-screen flex-col bg-surface-inverse text-dense text-ink-inverse-soft"
      aria-label="Escritorio"
    >
      <Link
        to="/"
        className="flex h-(--desk-top) flex-none items-center gap-2.5 rounded-xs px-4 font-medium whitespace-nowrap text-[#dcefe7] hover:bg-surface-inverse-raised"
        aria-label={`${name}, inicio del escritorio`}
      >
        {logoOnDark === null ? (
          <b className="truncate font-display text-[length:var(--text-lg)]">{name}</b>
        ) : (
          <img className="h-7 w-auto max-w-full object-contain object-left" src={logoOnDark} alt="" height="28" />
        )}
      </Link>
      <nav className="flex-1 overflow-y-auto px-2 py-1 [scrollbar-width:none]" aria-label="Menú">
        <MenuLists sections={sections} />
      </nav>
      <OwnMenu />
    </aside>
  );
}
