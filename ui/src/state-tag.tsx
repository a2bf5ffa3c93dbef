import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

const tones = {
  success: 'bg-success-soft text-on-success-soft',
  warning: 'bg-warning-soft text-on-warning-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
  info: 'bg-info-soft text-on-info-soft',
};

/** A state in a word or two. */
export function StateTag({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return <span className={cx('tag', tones[tone])}>{children}</span>;
}
