import type { ProductPrices } from '@ceiba/contract/prices';
import { civilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { formatQ } from '@ceiba/domain/money/money';
import { axisAmounts, axisDay } from '@ceiba/domain/prices/price-axis';
import { priceTexts } from '@ceiba/domain/prices/price-history';
import { amountOf, shownAmount } from '@ceiba/ui/price';

/** Sizes of the picture in its own units, which a phone shows as pixels. */
const width = 340;
const height = 216;
const area = { left: 62, right: 326, top: 26, bottom: 174 };

interface Step {
  from: number;
  to: number;
  price: number | null;
}

const stepsOf = ({ points }: ProductPrices, now: Date): Step[] =>
  points.map(({ from, price }, index) => ({
    from: Date.parse(from),
    to: Date.parse(points[index + 1]?.from ?? now.toISOString()),
    price,
  }));

const dayOf = (moment: number) => guatemalaDate(new Date(moment));

/** The prices of a product: a chart of steps, the lowest and the highest price, and a table with the same values (PRICE-04). */
export default function PriceHistory({ prices, now }: { prices: ProductPrices; now: Date }) {
  const { knownFrom, lowest, highest, reference } = prices;
  const steps = stepsOf(prices, now);
  return (
    <div className="grid gap-4">
      {lowest !== null && highest !== null && (
        <>
          <StepChart steps={steps} lowest={lowest} highest={highest} />
          <dl className="grid grid-cols-2 gap-2.5">
            <Extreme name="Más bajo" {...lowest} />
            <Extreme name="Más alto" {...highest} />
          </dl>
        </>
      )}
      {reference !== null && (
        <p className="text-sm">
          Del {formatDate(civilDate(reference.from))} al {formatDate(civilDate(reference.to))}, antes de la oferta de
          hoy, lo más bajo fue <b className="tabular-nums">{shownAmount(reference.price)}</b>.
        </p>
      )}
      <StepTable steps={steps} />
      <p className="text-sm text-ink-muted">
        {priceTexts.knownFrom(guatemalaDate(new Date(knownFrom)))}. No cuenta cupones ni descuentos de banco o de
        empleado.
      </p>
    </div>
  );
}

function Extreme({ name, price, on }: { name: string; price: number; on: string }) {
  return (
    <div className="panel grid gap-0.5 p-3">
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className="grid">
        <b className="text-lg tabular-nums">{shownAmount(price)}</b>
        <span className="text-xs text-ink-soft">{formatDate(civilDate(on))}</span>
      </dd>
    </div>
  );
}

type PriceOn = NonNullable<ProductPrices['lowest']>;

/** A chart of the price over time, in steps. A gap shows time off sale. */
function StepChart({ steps, lowest, highest }: { steps: readonly Step[]; lowest: PriceOn; highest: PriceOn }) {
  const sold = steps.flatMap(({ price }) => (price === null ? [] : [amountOf(price)]));
  const amounts = axisAmounts(sold);
  const [first = 0, last = 0] = [steps[0]?.from, steps.at(-1)?.to];
  const [least = 0, most = 1] = [amounts[0], amounts.at(-1)];
  const x = (moment: number): number =>
    area.left + ((moment - first) / Math.max(1, last - first)) * (area.right - area.left);
  const y = (amount: number): number => area.bottom - ((amount - least) / (most - least)) * (area.bottom - area.top);
  const label = `Del ${formatDate(dayOf(first))} al ${formatDate(dayOf(last))}, entre ${shownAmount(lowest.price)} y ${shownAmount(highest.price)}`;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="w-full max-w-[560px] text-[11px] tabular-nums"
    >
      {amounts.map((amount) => (
        <g key={amount} fill="var(--color-ink-muted)">
          <line x1={area.left} x2={area.right} y1={y(amount)} y2={y(amount)} stroke="var(--color-border)" />
          <text x={area.left - 8} y={y(amount) + 4} textAnchor="end">
            {formatQ(amount).replace(/\.00$/, '')}
          </text>
        </g>
      ))}
      {[first, last].map((moment, index) => (
        <text
          key={moment}
          x={index === 0 ? area.left : area.right}
          y={area.bottom + 34}
          textAnchor={index === 0 ? 'start' : 'end'}
          fill="var(--color-ink-muted)"
        >
          {axisDay(dayOf(moment))}
        </text>
      ))}
      <path
        d={pathOf(steps, x, y)}
        fill="none"
        stroke="var(--color-primary)"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      {(lowest.price === highest.price ? [lowest] : [lowest, highest]).map(({ price, on }) => {
        const step = steps.find((each) => each.price === price);
        const at = x(step?.from ?? first);
        const level = y(amountOf(price));
        const isLow = price === lowest.price && price !== highest.price;
        return (
          <g key={price}>
            <circle
              cx={at}
              cy={level}
              r="4.5"
              fill="var(--color-surface)"
              stroke="var(--color-primary)"
              strokeWidth="2.5"
            />
            <text
              x={Math.min(Math.max(at, area.left + 28), area.right - 28)}
              y={isLow ? level + 18 : level - 10}
              textAnchor="middle"
              fontWeight="600"
              fill="var(--color-ink)"
            >
              {axisDay(civilDate(on))}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** One line from step to step. A gap ends the line, and the next price starts a new line. */
function pathOf(steps: readonly Step[], x: (moment: number) => number, y: (amount: number) => number): string {
  let isDrawn = false;
  return steps
    .map(({ from, to, price }) => {
      if (price === null) {
        isDrawn = false;
        return '';
      }
      const level = y(amountOf(price)).toFixed(1);
      const part = isDrawn ? `V${level}H${x(to).toFixed(1)}` : `M${x(from).toFixed(1)} ${level}H${x(to).toFixed(1)}`;
      isDrawn = true;
      return part;
    })
    .join('');
}

/** The prices as table rows, the latest first. */
function StepTable({ steps }: { steps: readonly Step[] }) {
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-border-strong text-left text-ink-muted">
          <th scope="col" className="py-2 font-medium">
            Desde
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Precio
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.toReversed().map(({ from, price }) => (
          <tr key={from} className="border-b border-border">
            <td className="py-2">{formatDate(dayOf(from))}</td>
            <td className="py-2 text-right tabular-nums">{price === null ? priceTexts.notSold : shownAmount(price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
