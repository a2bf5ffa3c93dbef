import { measureRows, noData, type Sheet, sizesOf } from '@ceiba/domain/catalog/product-facts';

/** Pixels of the drawing: the maximum size of both views together, and the space for the figures. */
const most = { height: 140, width: 150 };
const left = 62;
const between = 44;

/**
 * Front and side of the product in scale, with the figures at their edges. The rows beside the drawing have the same figures, so screen readers skip
 * the drawing.
 */
function Views({ sheet }: { sheet: Sheet }) {
  const { alto, ancho, fondo } = sizesOf(sheet);
  if (alto === undefined || ancho === undefined) return null;
  // An unknown depth is drawn with dashes, as half the width.
  const deep = fondo ?? ancho / 2;
  const scale = Math.min(most.height / alto, most.width / (ancho + deep));
  const [height, width, depth] = [alto, ancho, deep].map((size) => Math.max(4, Math.round(size * scale))) as [
    number,
    number,
    number,
  ];
  const side = left + width + between;
  const total = side + depth + between / 2;
  const base = height + 17;
  return (
    <svg aria-hidden="true" width={total} viewBox={`0 0 ${total} ${height + 36}`} className="views">
      <rect x={left} y="1" width={width} height={height} />
      <rect x={side} y="1" width={depth} height={height} strokeDasharray={fondo === undefined ? 4 : undefined} />
      <text x={left - 6} y={height / 2 + 5} textAnchor="end">
        {alto} cm
      </text>
      {[
        { at: left + width / 2, size: `${ancho} cm`, name: 'Frente' },
        { at: side + depth / 2, size: fondo === undefined ? noData : `${fondo} cm`, name: 'Lado' },
      ].map(({ at, size, name }) => (
        <text key={name} x={at} y={base} textAnchor="middle">
          {size}
          <tspan x={at} dy="15">
            {name}
          </tspan>
        </text>
      ))}
    </svg>
  );
}

/** "Medidas" (ZOOM-05): two views, and the same as text. */
export function ProductMeasures({ sheet }: { sheet: Sheet }) {
  const rows = measureRows(sheet);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="medidas">
      <h2 id="medidas" className="mb-3 text-2xl">
        Medidas
      </h2>
      <div className="measures">
        <Views sheet={sheet} />
        <dl className="facts">
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
