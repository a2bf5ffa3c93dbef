import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { roleLabel } from '@ceiba/domain/staff/permissions';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { type Ref, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { NoticeBell } from '../notices/notice-bell.tsx';
import { IconButton } from '../platform/button.tsx';
import { Backdrop } from '../platform/dialog.tsx';
import { Tab, Tabs } from '../platform/tabs.tsx';
import { useMay, useSession } from '../session/session.ts';
import { useSignOut } from '../session/sign-out.ts';
import { MenuLists, menuEntryLook, menuGroupLook, useOwnSections } from './menu.tsx';
import { addressOf, furtherPages, isOf, type Section } from './section.ts';

/** The dark bar. The page renders its title into it. */
export function PhoneTop({ titleRef, onSearch }: { titleRef: Ref<HTMLDivElement>; onSearch: () => void }) {
  return (
    <header className="on-dark sticky top-0 z-(--z-header) flex h-14 items-center gap-1 bg-surface-inverse pr-1 pl-4 text-white">
      <div ref={titleRef} className="flex min-w-0 flex-1 items-center" />
      <IconButton className="text-white" label="Buscar" icon="search" aria-haspopup="dialog" onClick={onSearch} />
      <NoticeBell className="text-white data-popup-open:text-ink" />
    </header>
  );
}

/** The number of entries in the lower bar, without the menu button. */
const barEntries = 4;

const onPhone = (sections: readonly Section[]): Section[] => sections.filter(({ isOnPhone }) => isOnPhone);

/** The sections for phones that do not fit in the lower bar. `own`: the sections that this person may open. */
export const beyondBar = (own: readonly Section[]): Section[] => onPhone(own).slice(barEntries);

/** The look of an entry. The longest label, "Preparación", must fit a fifth of the width at any text size. */
const barEntryLook =
  'grid min-w-0 content-center justify-items-center gap-0.5 overflow-hidden text-[length:min(var(--text-xs),3.1vw)]/4 font-medium text-ink-soft [-webkit-text-size-adjust:100%] aria-[current]:font-semibold aria-[current]:text-link aria-[current]:shadow-[inset_0_3px_0_var(--color-primary)]';

/** Tabs with the pages of the open section. A page below them, such as the page of a brand, has a link back instead. */
export function SectionTabs({ sections }: { sections: readonly Section[] }) {
  const { pathname } = useLocation();
  const may = useMay();
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (pathname !== '') current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const section = sections.find((each) => isOf(each, pathname));
  if (section === undefined) return null;
  const pages = [{ label: section.label, to: addressOf(section) }, ...furtherPages(section, may)];
  if (pages.length === 1 || pages.every(({ to }) => to !== pathname)) return null;
  return (
    <div className="-mt-4">
      <Tabs label={`Páginas de ${section.label}`}>
        {pages.map(({ label, to }) => (
          <Tab key={to} to={to} isCurrent={to === pathname} ref={to === pathname ? current : undefined}>
            {label}
          </Tab>
        ))}
      </Tabs>
    </div>
  );
}

/** The lower bar: four entries, and the menu button. */
export function PhoneBar({ sections }: { sections: readonly Section[] }) {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const shown = onPhone(useOwnSections(sections)).slice(0, barEntries);
  return (
    <>
      <nav
        className="fixed inset-x-0 bottom-0 z-(--z-sticky) grid h-15 auto-cols-[minmax(0,1fr)] grid-flow-col border-t border-border-strong bg-surface"
        aria-label="Menú"
      >
        {shown.map((section) => (
          <Link
            key={section.label}
            to={addressOf(section)}
            className={barEntryLook}
            aria-current={isOf(section, pathname) ? 'page' : undefined}
          >
            <DeskIcon name={section.icon} size="md" />
            {section.label}
          </Link>
        ))}
        <button type="button" className={barEntryLook} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <DeskIcon name="menu" size="md" />
          Menú
        </button>
      </nav>
      {isOpen && <PhoneMenu sections={sections} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function PhoneMenu({ sections, onClose }: { sections: readonly Section[]; onClose: () => void }) {
  const { user } = useSession();
  const signOut = useSignOut();
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <Backdrop />
        <BaseDialog.Popup className="on-dark fixed inset-x-0 bottom-0 z-(--z-drawer) flex max-h-[85dvh] flex-col overflow-auto rounded-t-lg bg-surface-inverse px-2 pt-3 pb-5 text-[length:var(--text-sm)] text-white">
          <header className="flex flex-wrap items-center justify-between gap-2 px-2">
            <BaseDialog.Title className="sr-only">Menú</BaseDialog.Title>
            <span className="min-w-0 truncate">
              {user.name}
              <small className="block text-[length:var(--text-xs)] text-ink-inverse-soft">{roleLabel(user.role)}</small>
            </span>
            <IconButton className="text-white" label="Cerrar menú" icon="x" onClick={onClose} />
          </header>
          <nav className="flex-1 overflow-y-auto px-2 py-1 [scrollbar-width:none]" aria-label="Menú completo">
            <MenuLists sections={sections} onGo={onClose} />
            <ul className={menuGroupLook}>
              <li>
                <Link to="/mi-cuenta" className={menuEntryLook} onClick={onClose}>
                  <DeskIcon name="user-round" />
                  Mi cuenta
                </Link>
              </li>
              <li>
                <button type="button" className={menuEntryLook} onClick={signOut}>
                  <DeskIcon name="log-out" />
                  Cerrar sesión
                </button>
              </li>
            </ul>
          </nav>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
