import { DeskIcon } from '@ceiba/ui/desk-icon';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { CommandPalette } from '../actions/command-palette.tsx';
import { IconButton } from '../platform/button.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import { Toasts } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { useChangesFollowed } from '../session/changes.ts';
import { useMay } from '../session/session.ts';
import { SessionGate } from '../session/session-gate.tsx';
import { SideMenu, useOwnSections } from './menu.tsx';
import { FramePlacesContext } from './page-head.tsx';
import { beyondBar, PhoneBar, PhoneTop } from './phone-bars.tsx';
import { type Section, searchedPages } from './section.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** Around every page of the desk, for who is signed in: menu, search, what is said at the lower edge. */
export function Frame({ sections }: { sections: readonly Section[] }) {
  return (
    <>
      <SessionGate>
        <Desk sections={sections} />
      </SessionGate>
      <Toasts />
    </>
  );
}

function Desk({ sections }: { sections: readonly Section[] }) {
  const isWide = useIsWide();
  const [crumbs, setCrumbs] = useState<HTMLElement | null>(null);
  const [phoneTitle, setPhoneTitle] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  const isLoading = useNavigation().state === 'loading';
  const own = useOwnSections(sections);
  const may = useMay();
  const pages = [
    ...own.flatMap((section) => searchedPages(section, may)),
    { label: 'Mi cuenta', icon: 'user-round' as const, to: '/mi-cuenta' },
  ];
  const main = useRef<HTMLElement>(null);
  useNewPage(main);
  useChangesFollowed();
  useShortcuts({
    '$mod+k': (event) => {
      event.preventDefault();
      setOpen('palette');
    },
    '/': (event) => {
      event.preventDefault();
      setOpen('palette');
    },
    '[Shift]+?': () => setOpen('shortcuts'),
  });
  return (
    <FramePlacesContext value={{ crumbs, phoneTitle, beyondBar: beyondBar(own) }}>
      <a href="#pagina" className="skip">
        Saltar al contenido
      </a>
      <div className="desk">
        {isWide && <SideMenu sections={sections} />}
        <div className="main">
          {isWide ? (
            <header className="top">
              <nav className="crumbs" aria-label="Ruta" ref={setCrumbs} />
              <button type="button" className="find" aria-haspopup="dialog" onClick={() => setOpen('palette')}>
                <DeskIcon name="search" />
                Buscar
                <kbd>Ctrl K</kbd>
              </button>
              <IconButton
                label="Atajos de teclado"
                icon="keyboard"
                aria-haspopup="dialog"
                onClick={() => setOpen('shortcuts')}
              />
            </header>
          ) : (
            <PhoneTop titleRef={setPhoneTitle} onSearch={() => setOpen('palette')} />
          )}
          <main id="pagina" ref={main} tabIndex={-1} className="page" aria-busy={isLoading}>
            <Suspense>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      {!isWide && <PhoneBar sections={sections} />}
      {open === 'palette' && <CommandPalette pages={pages} onClose={() => setOpen(null)} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={() => setOpen(null)} />}
    </FramePlacesContext>
  );
}

/** Whoever goes to another page begins at its head, screen readers too. */
function useNewPage(main: { current: HTMLElement | null }): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    if (!main.current?.contains(document.activeElement)) main.current?.focus();
  }, [pathname, main]);
}
