import type { StorePage } from '@ceiba/contract/locations';
import { todayText } from '@ceiba/domain/delivery/store-day';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { useHasCome } from '../platform/clock.ts';

/** Shows whether a store is open now, and its hours today. */
export function StoreToday({ today }: Pick<StorePage, 'today'>) {
  const isPast = useHasCome(Date.parse(today.changesAt));
  // Only hours are shown on a holiday with unknown opening, and once the page's data about now is outdated.
  const isUnknown = isPast || (today.isHoliday && today.windows.length === 0);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span
        className={cx(
          'inline-flex items-center gap-1.5 font-semibold',
          today.isOpen && !isUnknown ? 'text-success' : 'text-ink-soft',
        )}
      >
        <Icon name="clock" size="sm" />
        {!isUnknown && (today.isOpen ? 'Abierta ahora' : 'Cerrada ahora')}
      </span>
      <span className="text-ink-soft tabular-nums">{todayText(today)}</span>
    </p>
  );
}
