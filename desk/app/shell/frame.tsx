import { DeskIcon } from '@ceiba/ui/desk-icon';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { CommandPalette } from '../actions/command-palette.tsx';
import { NoticeBell } from '../notices/notice-bell.tsx';
import { IconButton } from '../platform/button.tsx';
import { PageBox } from '../platform/page-box.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import { Toasts } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { useChangesFollowed } from '../session/changes.ts';
import { useMay } from '../session/session.ts';
import { SessionGate } from '../session/session-gate.tsx';
import { SideMenu, useOwnSections } from './menu.tsx';
import { type Crumb, FramePlacesContext } from './page-head.tsx';
import { beyondBar, PhoneBar, PhoneTop, SectionTabs } from './phone-bars.tsx';
import { addressOf, hasPage, isOf, type Section, searchedPages } from './section.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** The layout of every page of the desk for signed-in people: menu, search, notices. */
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
  const canOpen = (to: string): boolean => own.some((section) => hasPage(section, to, may));
  const sectionAt = (pathname: string): Crumb | undefined => {
    const section = own.find((each) => isOf(each, pathname));
    return section && { label: section.label, to: addressOf(section) };
  };
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
    <FramePlacesContext value={{ crumbs, phoneTitle, beyondBar: beyondBar(own), canOpen, sectionAt }}>
      <a
        href="#pagina"
        className="fixed -top-25 left-2 z-(--z-toast) rounded-sm bg-surface px-4 py-2.5 font-semibold focus:top-2"
      >
        Saltar al contenido
      </a>
      <div className="grid min-h-screen grid-cols-[var(--desk-side)_minmax(0,1fr)] max-lg:block">
        {isWide && <SideMenu sections={sections} />}
        <div className="flex min-w-0 flex-col">
          {isWide ? (
            <header className="sticky top-0 z-(--z-header) flex h-(--desk-top) flex-none items-center gap-3 border-b border-border bg-surface px-6">
              <nav className="flex min-w-0 items-center gap-1.5 text-ink-muted" aria-label="Ruta" ref={setCrumbs} />
              <button
                type="button"
                className="ml-auto flex h-[34px] w-[340px] cursor-pointer items-center gap-2 rounded-sm bg-surface pr-1.5 pl-2.5 text-left text-ink-muted inset-ring inset-ring-border-control"
                aria-haspopup="dialog"
                onClick={() => setOpen('palette')}
              >
                <DeskIcon name="search" />
                Buscar
                <kbd className="ml-auto">Ctrl K</kbd>
              </button>
              <NoticeBell />
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
          <PageBox id="pagina" ref={main} tabIndex={-1} aria-busy={isLoading}>
            {!isWide && <SectionTabs sections={own} />}
            <Suspense>
              <Outlet />
            </Suspense>
          </PageBox>
        </div>
      </div>
      {!isWide && <PhoneBar sections={sections} />}
      {open === 'palette' && <CommandPalette pages={pages} onClose={() => setOpen(null)} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={() => setOpen(null)} />}
    </FramePlacesContext>
  );
}

/** Scrolls a new page to its top and focuses it, so that screen readers start there. */
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
