import type { DashboardSection } from '@ceiba/domain/content/dashboard-texts';
import { cx } from '@ceiba/ui/class-names';
import type { ReactNode } from 'react';
import { useDashboardTexts } from './use-dashboard-texts.ts';

interface AccountSectionProps {
  section: DashboardSection;
  /** Of the heading, to which the focus can be brought. */
  headingId: string;
  /** Between heading and content. */
  className?: string;
  children: ReactNode;
}

/** A part of the account under its own texts (DEC-45). */
export function AccountSection({ section, headingId, className = 'gap-5', children }: AccountSectionProps) {
  const { title, subtitle } = useDashboardTexts(section);
  return (
    <section aria-labelledby={headingId} className={cx('panel grid', className)}>
      <div>
        <h2 id={headingId} tabIndex={-1} className="text-xl outline-none">
          {title}
        </h2>
        <p className="text-sm text-ink-soft">{subtitle}</p>
      </div>
      {children}
    </section>
  );
}
