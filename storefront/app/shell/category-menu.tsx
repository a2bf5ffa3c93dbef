import { Fold } from '@ceiba/ui/accordion-card';
import { Drawer } from '@ceiba/ui/drawer';
import { Icon } from '@ceiba/ui/icon';
import { Link } from 'react-router';
import { type MenuCategory, useShopData } from '../platform/shop-data.ts';
import { offersHref } from '../search/offers-href.ts';

/** The whole category tree in a drawer. A link closes the drawer. */
export default function CategoryMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { categories } = useShopData();
  return (
    <Drawer open={open} onClose={onClose} title="Categorías" side="left">
      <nav aria-label="Todas las categorías" className="-mt-2 grid">
        <Link
          to={offersHref}
          onClick={onClose}
          className="flex min-h-control items-center gap-2 font-semibold text-on-offer-soft"
        >
          <Icon name="zap" />
          Ofertas
        </Link>
        {categories.map((category) => (
          <Branch key={category.path} category={category} onClose={onClose} />
        ))}
      </nav>
    </Drawer>
  );
}

function Branch({ category, onClose }: { category: MenuCategory; onClose: () => void }) {
  if (category.children.length === 0) {
    const look = 'min-h-[60px] border-t border-border font-semibold';
    return <MenuLink category={category} onClose={onClose} look={look} />;
  }
  return (
    <Fold title={category.title}>
      <ul className="grid pb-1">
        <li>
          <MenuLink category={{ ...category, title: `Todo en ${category.title}` }} onClose={onClose} />
        </li>
        {category.children.map((child) => (
          <li key={child.path}>
            <MenuLink category={child} onClose={onClose} />
            {child.children.length > 0 && (
              <ul className="ml-4 border-l border-border pl-3">
                {child.children.map((leaf) => (
                  <li key={leaf.path}>
                    <MenuLink category={leaf} onClose={onClose} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function MenuLink({
  category,
  onClose,
  look = 'min-h-touch text-sm text-ink-soft',
}: {
  category: MenuCategory;
  onClose: () => void;
  look?: string;
}) {
  return (
    <Link to={category.path} onClick={onClose} className={`flex items-center hover:text-link ${look}`}>
      {category.title}
    </Link>
  );
}
