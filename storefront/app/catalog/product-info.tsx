import type { ProductDetail } from '@ceiba/contract/catalog';
import { textParts } from '@ceiba/domain/content/text-parts';

/** Description and attributes. Blank lines separate the paragraphs and lists of the description. */
export default function ProductInfo({
  product: { description, attributes },
}: {
  product: Pick<ProductDetail, 'description' | 'attributes'>;
}) {
  const parts = textParts(description);
  return (
    <div className="grid gap-5">
      {parts.length > 0 && (
        <section aria-labelledby="descripcion">
          <h2 id="descripcion" className="mb-3 text-2xl">
            Lo esencial
          </h2>
          <div className="grid max-w-[60ch] gap-3 whitespace-pre-line text-ink-soft">
            {parts.map((part) =>
              typeof part === 'string' ? (
                <p key={part}>{part}</p>
              ) : (
                <ul key={part.join()} className="grid list-disc gap-1 pl-5">
                  {part.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ),
            )}
          </div>
        </section>
      )}
      {attributes.length > 0 && (
        <section aria-label="Características">
          <dl>
            {attributes.map(({ code, label, value }) => (
              <div key={code} className="flex flex-wrap gap-x-3 border-t border-border py-[13px] text-sm">
                <dt className="flex-[2_1_7rem] text-ink-muted">{label}</dt>
                <dd className="flex-[3_1_8rem]">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
