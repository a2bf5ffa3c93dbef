import type { ReactNode, Ref } from 'react';
import { Link, type To } from 'react-router';

/** Views of a page side by side. The row scrolls if they do not fit. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav
    className="flex flex-none items-center gap-0.5 overflow-x-auto border-b border-border-strong [scrollbar-width:none] max-lg:-mx-4 max-lg:bg-surface max-lg:px-2"
    aria-label={label}
  >
    {children}
  </nav>
);

export const Tab = ({
  to,
  isCurrent,
  count,
  ref,
  children,
}: {
  to: To;
  isCurrent: boolean;
  count?: ReactNode;
  ref?: Ref<HTMLAnchorElement> | undefined;
  children: ReactNode;
}) => (
  <Link
    to={to}
    ref={ref}
    aria-current={isCurrent ? 'page' : undefined}
    className="-mb-px inline-flex h-9 items-center gap-[7px] border-b-2 border-transparent px-[11px] text-dense font-medium whitespace-nowrap text-ink-soft aria-[current]:border-primary aria-[current]:font-semibold aria-[current]:text-link max-lg:h-12 max-lg:text-[length:var(--text-sm)]"
  >
    {children}
    {count !== undefined && <span className="text-[length:var(--text-xs)] text-ink-muted tabular-nums">{count}</span>}
  </Link>
);
