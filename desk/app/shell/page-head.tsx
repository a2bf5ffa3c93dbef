import { DeskIcon } from '@ceiba/ui/desk-icon';
import { createContext, Fragment, type ReactNode, useContext, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { shopOfDesk } from '../platform/shop.ts';
import { useIsWide } from '../platform/use-wide.ts';
import type { Section } from './section.ts';

/** What pages know of the frame around them: where it shows what they say of themselves, in the path of the top bar and in the phone's bar. */
export interface FramePlaces {
  crumbs: HTMLElement | null;
  phoneTitle: HTMLElement | null;
  /** What a person works with on a phone and has no room in its lower bar: "Inicio" leads there. */
  beyondBar: readonly Section[];
}
export const FramePlacesContext = createContext<FramePlaces>({ crumbs: null, phoneTitle: null, beyondBar: [] });

export interface Crumb {
  label: string;
  to: string;
}

/**
 * Title of a page with what stands beside it, and its path. On a phone the dark bar has the title: one `h1` either way. The last of
 * `path` is the page above this one.
 */
export function PageHead({
  title,
  caption,
  beside,
  actions,
  path = [],
}: {
  title: string;
  /** Under the title on a phone, beside it on a desk: "2,318 resultados". */
  caption?: string;
  /** Pills and moments. */
  beside?: ReactNode;
  actions?: ReactNode;
  path?: readonly Crumb[];
}) {
  const isWide = useIsWide();
  const { crumbs, phoneTitle } = useContext(FramePlacesContext);
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
                <Link to={to}>{label}</Link>
                <span aria-hidden="true">›</span>
              </Fragment>
            ))}
            <b aria-current="page">{title}</b>
          </>,
          crumbs,
        )}
      {!isWide &&
        phoneTitle &&
        createPortal(
          <>
            {above && <BackLink {...above} />}
            <h1>
              {title}
              {caption && <small>{caption}</small>}
            </h1>
          </>,
          phoneTitle,
        )}
      {isWide ? (
        <div className="phead">
          {above && <BackLink {...above} />}
          <h1>{title}</h1>
          {caption && <span className="cap">{caption}</span>}
          {beside}
          {actions && <div className="acts">{actions}</div>}
        </div>
      ) : (
        (beside || actions) && (
          <div className="row wrapx">
            {beside}
            {actions}
          </div>
        )
      )}
    </>
  );
}

const BackLink = ({ label, to }: Crumb) => (
  <Link to={to} className="ib" aria-label={`Volver a ${label}`} title={`Volver a ${label}`}>
    <DeskIcon name="arrow-left" size="md" />
  </Link>
);
