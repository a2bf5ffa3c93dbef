import type { DashboardSection } from '@ceiba/domain/content/dashboard-texts';
import { cx } from '@ceiba/ui/class-names';
import type { ReactNode } from 'react';
import { useDashboardTexts } from './use-dashboard-texts.ts';

interface AccountSectionProps {
  section: DashboardSection;
  /** ID of the heading, which can take the focus. */
  headingId: string;
  /** The gap between heading and content. */
  className?: string;
  children: ReactNode;
}

/** A section of the account, with its texts from the shop (DEC-45). */
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
