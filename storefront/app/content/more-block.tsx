import { ButtonLink } from '@ceiba/ui/button';
import ProductRail from '../catalog/product-rail.tsx';
import type { Block } from './shown-block.ts';

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>;

/** The blocks that few pages have (PROD-14): titles, lists, products and banners. */
export default function MoreBlock({ block, id }: { block: Of<'title' | 'list' | 'products' | 'banner'>; id: string }) {
  switch (block.kind) {
    case 'title':
      return <h2 className="text-2xl leading-tight lg:text-3xl">{block.title}</h2>;
    case 'list':
      return <ListBlock block={block} />;
    case 'products':
      return block.products.length === 0 ? null : <ProductRail id={id} title={block.title} products={block.products} />;
    case 'banner':
      return <BannerBlock block={block} />;
  }
}

function ListBlock({ block: { title, items } }: { block: Of<'list'> }) {
  return (
    <section className="max-w-[68ch]">
      {title !== '' && <h2 className="mb-4 text-2xl leading-tight lg:text-3xl">{title}</h2>}
      <ul className="grid list-disc gap-2 pl-5 text-ink-soft">
        {items.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

function BannerBlock({ block: { url, label, title, text, link, linkLabel } }: { block: Of<'banner'> }) {
  return (
    <section className="overflow-hidden rounded-leaf bg-surface-sunken lg:grid lg:grid-cols-2 lg:items-center">
      <img
        src={url}
        alt={label}
        width={1600}
        height={640}
        loading="lazy"
        className="h-[220px] w-full object-cover lg:h-full"
      />
      <div className="grid justify-items-start gap-3 p-gutter lg:p-10">
        <h2 className="text-2xl leading-tight lg:text-3xl">{title}</h2>
        {text !== '' && <p className="text-ink-soft">{text}</p>}
        <ButtonLink to={link}>{linkLabel}</ButtonLink>
      </div>
    </section>
  );
}
