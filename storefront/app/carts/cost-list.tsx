import { type CostLine, deliveryCostTexts } from '@ceiba/domain/carts/cost-lines';
import { donationTexts } from '@ceiba/domain/donations/donation-texts';
import { cx } from '@ceiba/ui/class-names';
import { shownAmount } from '@ceiba/ui/price';

/** Screen readers announce a changed total with its name. */
const announced = { 'aria-live': 'polite', 'aria-atomic': true } as const;

/** The cost lines of cart, checkout and confirmation (CHK-20). */
export function CostList({
  lines,
  subtotalNote,
  donation = null,
}: {
  lines: readonly CostLine[];
  subtotalNote?: string;
  /** The donation in the subtotal (DON-05), in views without product lines. */
  donation?: number | null;
}) {
  return (
    <dl className="grid gap-[11px]">
      {lines.map((line) => (
        <div
          key={line.kind === 'total' ? line.kind : `${line.kind}${line.label}`}
          {...(line.kind === 'total' && announced)}
          className={cx(
            'flex flex-wrap items-baseline justify-between gap-x-4',
            line.kind === 'total' && 'mt-1 border-t border-border pt-3.5',
          )}
        >
          <dt
            className={
              line.kind === 'total' ? 'text-lg font-semibold' : line.kind === 'rest' ? 'font-semibold' : 'text-ink-soft'
            }
          >
            {line.label}
            {line.kind === 'subtotal' && subtotalNote !== undefined && ` ${subtotalNote}`}
          </dt>
          <dd className={cx('ml-auto text-right whitespace-nowrap tabular-nums', lookOf(line))}>{line.text}</dd>
          {line.kind === 'subtotal' && donation !== null && (
            <dd className="basis-full text-sm text-ink-muted tabular-nums">
              {donationTexts.included} {shownAmount(donation)}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function lookOf(line: CostLine): string {
  if (line.kind === 'total') return 'text-[1.625rem] font-bold tracking-[-0.02em]';
  if (line.kind === 'rest') return 'font-bold';
  if (line.kind === 'discount' || line.text === deliveryCostTexts.free) return 'font-semibold text-success';
  return line.text === deliveryCostTexts.unknown ? 'text-ink-soft' : 'font-medium';
}
