import type { Image } from '@ceiba/contract/shapes';
import { Icon } from '@ceiba/ui/icon';
import { Picture } from '@ceiba/ui/picture';
import { Link } from 'react-router';

interface Tile {
  title: string;
  path: string;
  image: Image | null;
}

/** The first level of the category tree as pictures. */
export default function CategoryTiles({ categories }: { categories: readonly Tile[] }) {
  if (categories.length === 0) return null;
  return (
    <section aria-labelledby="categorias">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 lg:mb-6">
        <h2 id="categorias" className="text-2xl leading-tight lg:text-3xl">
          Compra por categoría
        </h2>
        <Link
          to="/search"
          className="inline-flex min-h-touch items-center gap-1.5 text-sm font-semibold whitespace-nowrap text-link hover:underline"
        >
          Ver todo
          <Icon name="arrow-right" size="sm" />
        </Link>
      </div>
      <ul className="tiles">
        {categories.map(({ title, path, image }) => (
          <li key={path}>
            <Link to={path} discover="none" className="tile">
              <span className="tile-well">
                {image === null ? (
                  <Icon name="tag" size="lg" className="text-ink-muted" />
                ) : (
                  <Picture
                    image={image}
                    alt=""
                    width={160}
                    sizes="(min-width: 1024px) 136px, 22vw"
                    className="w-[86%]"
                  />
                )}
              </span>
              <span>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
