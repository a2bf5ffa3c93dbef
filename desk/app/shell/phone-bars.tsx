import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { roleLabel } from '@ceiba/domain/staff/permissions';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { type Ref, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { IconButton } from '../platform/button.tsx';
import { useSession } from '../session/session.ts';
import { useSignOut } from '../session/sign-out.ts';
import { MenuLists, useOwnSections } from './menu.tsx';
import { addressOf, isOf, type Section } from './section.ts';

/** The dark bar: the page's title is put into it by the page. */
export function PhoneTop({ titleRef, onSearch }: { titleRef: Ref<HTMLDivElement>; onSearch: () => void }) {
  return (
    <header className="mtop on-dark">
      <div ref={titleRef} className="mtitle" />
      <IconButton label="Buscar" icon="search" aria-haspopup="dialog" onClick={onSearch} />
    </header>
  );
}

/** Entries that the lower bar has room for, beside the whole menu's. */
const barEntries = 4;

const onPhone = (sections: readonly Section[]): Section[] => sections.filter(({ isOnPhone }) => isOnPhone);

/** What a person works with on a phone behind the entries of its bar, of what they may open. */
export const beyondBar = (own: readonly Section[]): Section[] => onPhone(own).slice(barEntries);

/** The lower bar: four entries, and the whole menu. */
export function PhoneBar({ sections }: { sections: readonly Section[] }) {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const shown = onPhone(useOwnSections(sections)).slice(0, barEntries);
  return (
    <>
      <nav className="mnav" aria-label="Menú">
        {shown.map((section) => (
          <Link key={section.label} to={addressOf(section)} aria-current={isOf(section, pathname) ? 'page' : undefined}>
            <DeskIcon name={section.icon} size="md" />
            {section.label}
          </Link>
        ))}
        <button type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
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
        <BaseDialog.Backdrop className="veil" />
        <BaseDialog.Popup className="side sheet-menu on-dark">
          <header className="row between">
            <BaseDialog.Title className="sr">Menú</BaseDialog.Title>
            <span className="ell">
              {user.name}
              <small>{roleLabel(user.role)}</small>
            </span>
            <IconButton label="Cerrar menú" icon="x" onClick={onClose} />
          </header>
          <nav aria-label="Menú completo">
            <MenuLists sections={sections} onGo={onClose} />
            <ul>
              <li>
                <Link to="/mi-cuenta" onClick={onClose}>
                  <DeskIcon name="user-round" />
                  Mi cuenta
                </Link>
              </li>
              <li>
                <button type="button" onClick={signOut}>
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
