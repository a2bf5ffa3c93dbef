import type { ProductDetail } from '@ceiba/contract/catalog';

/** Description and attributes; paragraphs of the description are separated by blank lines. */
export default function ProductInfo({
  product: { description, attributes },
}: {
  product: Pick<ProductDetail, 'description' | 'attributes'>;
}) {
  const paragraphs = description.split(/\n\s*\n/).filter((text) => text.trim() !== '');
  return (
    <div className="grid gap-5">
      {paragraphs.length > 0 && (
        <section aria-labelledby="descripcion">
          <h2 id="descripcion" className="mb-3 text-2xl">
            Lo esencial
          </h2>
          <div className="grid max-w-[60ch] gap-3 whitespace-pre-line text-ink-soft">
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </section>
      )}
      {attributes.length > 0 && (
        <section aria-label="Características">
          <dl>
            {attributes.map(({ code, label, value }) => (
              <div key={code} className="grid grid-cols-[40%_1fr] gap-3 border-t border-border py-[13px] text-sm">
                <dt className="text-ink-muted">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
