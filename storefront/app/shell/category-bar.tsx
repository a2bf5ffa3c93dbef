import { useEffect } from 'react';
import { Link } from 'react-router';
import { type MenuCategory, useShopData } from '../platform/shop-data.ts';

/**
 * The categories under the header, each with a panel of the two levels below. CSS opens the panel on hover and focus (`.bar-panel`). The script only
 * closes it.
 */
export default function CategoryBar() {
  useEffect(closeOnEscape, []);
  const { categories } = useShopData();
  return (
    <ul className="bar-list">
      {categories.map((category) => (
        <li key={category.path}>
          <BarLink category={category} />
          {category.children.length > 0 && <Panel categories={category.children} />}
        </li>
      ))}
    </ul>
  );
}

const Panel = ({ categories }: { categories: readonly MenuCategory[] }) => (
  <ul className="bar-panel">
    {categories.map((child) => (
      <li key={child.path}>
        <BarLink category={child} />
        {child.children.length > 0 && (
          <ul>
            {child.children.map((leaf) => (
              <li key={leaf.path}>
                <BarLink category={leaf} />
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ul>
);

const BarLink = ({ category: { path, title } }: { category: MenuCategory }) => (
  <Link to={path} discover="none">
    {title}
  </Link>
);

/**
 * Closes the panel on Escape, and returns the focus to its category if the focus was inside. A press on a link also
 * closes the panel, because the page below stays.
 */
function closeOnEscape() {
  const list = document.querySelector<HTMLElement>('.bar-list');
  if (list === null) return;
  const ended = new AbortController();
  const { signal } = ended;
  const close = () => list.setAttribute('data-closed', '');
  const reopen = () => list.removeAttribute('data-closed');
  document.addEventListener(
    'keydown',
    ({ key, target }) => {
      if (key !== 'Escape') return;
      if (target instanceof Element) target.closest('.bar-list > li')?.querySelector('a')?.focus();
      close();
    },
    { signal },
  );
  list.addEventListener('click', close, { signal });
  for (const event of ['focusin', 'pointerleave']) list.addEventListener(event, reopen, { signal });
  return () => ended.abort();
}
