import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { Picture } from '@ceiba/ui/picture';
import { Link } from 'react-router';
import { Listing } from '../search/listing.tsx';
import type { CategoryPageData } from './category-page-data.ts';
import { ContentBlocks } from './content-blocks.tsx';

/** A category with its sub-categories and products, or a page with content only. */
export default function CategoryView({ page }: { page: CategoryPageData }) {
  const { title, description, blocks, children, crumbs, listing, versions } = page;
  return (
    <main id="contenido" className="wrap">
      <Breadcrumbs crumbs={crumbs} />
      {listing === null ? (
        <header className="max-w-[62ch] pt-2 pb-8">
          <h1 className="text-4xl leading-tight tracking-display">{title}</h1>
          {description !== '' && <p className="mt-3 whitespace-pre-line text-lg text-ink-soft">{description}</p>}
        </header>
      ) : (
        <Listing
          listing={listing}
          title={title}
          lead={
            <>
              {description !== '' && (
                <p className="mt-1 max-w-[70ch] whitespace-pre-line text-ink-soft">{description}</p>
              )}
              <SubCategories categories={children} />
            </>
          }
          above={blocks.length > 0 && <ContentBlocks blocks={blocks} className="pt-2 pb-8" />}
        />
      )}
      {listing === null && blocks.length > 0 && <ContentBlocks blocks={blocks} className="" />}
      {versions !== null && <Versions versions={versions} />}
    </main>
  );
}

/** The versions of a legal text, each readable at its own address (PROD-29). */
function Versions({ versions: { shown, listed } }: { versions: NonNullable<CategoryPageData['versions']> }) {
  return (
    <nav aria-labelledby="versiones" className="mt-section grid max-w-[62ch] gap-2">
      <h2 id="versiones" className="text-xl">
        Versiones
      </h2>
      <ul>
        {listed.map(({ number, holdsFrom, path }, at) => {
          const text = `Versión ${number}, ${at === 0 ? 'vigente' : 'valió'} desde el ${formatDate(guatemalaDate(new Date(holdsFrom)))}`;
          return (
            <li key={number} className="flex min-h-touch items-center">
              {number === shown ? (
                <span>{`${text} (la que estás leyendo)`}</span>
              ) : (
                <Link to={path} className="text-link underline">
                  {text}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function SubCategories({ categories }: { categories: CategoryPageData['children'] }) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label="Subcategorías" className="mt-3">
      <ul className="-mx-gutter flex gap-2 overflow-x-auto px-gutter scroll-quiet lg:mx-0 lg:flex-wrap lg:px-0">
        {categories.map(({ title, path, image }) => (
          <li key={path} className="flex-none">
            <Link
              to={path}
              className="inline-flex min-h-touch items-center gap-2 rounded-full bg-surface pr-4 pl-1.5 text-sm font-medium whitespace-nowrap shadow-[inset_0_0_0_1px_var(--color-border-strong)] hover:text-link hover:shadow-[inset_0_0_0_1.5px_var(--color-primary)] not-has-[img]:pl-4"
            >
              {image && (
                <Picture
                  image={image}
                  alt=""
                  width={32}
                  className="size-8 rounded-full bg-surface-sunken object-contain"
                />
              )}
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
