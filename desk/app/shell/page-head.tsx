import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { createContext, Fragment, type ReactNode, useContext, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'react-router';
import { shopOfDesk } from '../platform/shop.ts';
import { useIsWide } from '../platform/use-wide.ts';
import type { Section } from './section.ts';

/** Elements of the layout into which a page renders its path and title, and the layout's data about the menu. */
export interface FramePlaces {
  crumbs: HTMLElement | null;
  phoneTitle: HTMLElement | null;
  /** Sections that do not fit in a phone's lower bar. "Inicio" links to them. */
  beyondBar: readonly Section[];
  /** Returns whether the desk has a page at this address that this person may open. */
  canOpen: (to: string) => boolean;
  /** Returns the first page of the section to which an address belongs. */
  sectionAt: (pathname: string) => Crumb | undefined;
}
export const FramePlacesContext = createContext<FramePlaces>({
  crumbs: null,
  phoneTitle: null,
  beyondBar: [],
  canOpen: () => false,
  sectionAt: () => undefined,
});

export interface Crumb {
  label: string;
  to: string;
}

/** Completes the path of a page: puts the section's first page before it, unless the path already begins there. */
const usePath = (path: readonly Crumb[]): readonly Crumb[] => {
  const { pathname } = useLocation();
  const { sectionAt } = useContext(FramePlacesContext);
  const section = sectionAt(pathname);
  if (section === undefined || section.to === pathname) return path;
  const [first] = path;
  const isNamed = first !== undefined && sectionAt(first.to)?.to === first.to;
  return isNamed ? path : [section, ...path];
};

/**
 * The title of a page with its path and actions. On a phone, the dark bar shows the title; a page always has one `h1`. The last entry of `path` is the
 * page above.
 */
export function PageHead({
  title,
  caption,
  beside,
  actions,
  path: given = [],
}: {
  title: string;
  /** A text next to the title, on a phone below it: "2,318 resultados". */
  caption?: string;
  /** State pills and dates, next to the title. */
  beside?: ReactNode;
  actions?: ReactNode;
  path?: readonly Crumb[];
}) {
  const isWide = useIsWide();
  const { crumbs, phoneTitle } = useContext(FramePlacesContext);
  const path = usePath(given);
  useEffect(() => {
    document.title = `${title} · Escritorio de ${shopOfDesk().name}`;
  }, [title]);
  const above = path.at(-1);
  return (
    <>
      {crumbs &&
        createPortal(
          <>
            {path.map(({ label, to }) => (
              <Fragment key={to}>
                <Link to={to} className="text-ink-muted hover:text-ink hover:underline">
                  {label}
                </Link>
                <span aria-hidden="true">›</span>
              </Fragment>
            ))}
            <b className="min-w-0 truncate font-semibold text-ink" aria-current="page">
              {title}
            </b>
          </>,
          crumbs,
        )}
      {!isWide &&
        phoneTitle &&
        createPortal(
          <>
            {above && <BackLink {...above} className="text-white" />}
            <h1 className="min-w-0 flex-1 truncate text-lg/6">
              {title}
              {caption && (
                <small className="block font-sans text-xs font-regular tracking-normal text-ink-inverse-soft">
                  {caption}
                </small>
              )}
            </h1>
          </>,
          phoneTitle,
        )}
      {isWide ? (
        <div className="flex min-h-9 flex-wrap items-center gap-3">
          {above && <BackLink {...above} />}
          <h1>{title}</h1>
          {caption && <span className="pt-[5px] text-ink-muted">{caption}</span>}
          {beside}
          {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      ) : (
        (beside || actions) && (
          <div className="flex items-center gap-2 flex-wrap">
            {beside}
            {actions}
          </div>
        )
      )}
    </>
  );
}

const BackLink = ({ label, to, className }: Crumb & { className?: string }) => (
  <Link to={to} className={cx('icon-button', className)} aria-label={`Volver a ${label}`} title={`Volver a ${label}`}>
    <DeskIcon name="arrow-left" size="md" />
  </Link>
);
