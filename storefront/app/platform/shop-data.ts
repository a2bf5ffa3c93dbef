import type { CategoryNode } from '@ceiba/contract/catalog';
import { defaultFlags, type Flags } from '@ceiba/domain/flags/flags';
import { useRouteLoaderData } from 'react-router';

/** The category tree without its pictures. */
export interface MenuCategory {
  title: string;
  path: string;
  children: MenuCategory[];
}

/** The data of every shop page's layout; the same for everybody. */
export interface ShopData {
  categories: MenuCategory[];
  flags: Flags;
}

export const menuCategory = ({ title, path, children }: CategoryNode): MenuCategory => ({
  title,
  path,
  children: children.map(menuCategory),
});

/** ID of the layout route, by which pages read its data. */
const shopRouteId = 'shell/shop-layout';

const noData: ShopData = { categories: [], flags: defaultFlags };

/** Outside the shop layout (checkout): no categories and the default flags. */
export const useShopData = (): ShopData => useRouteLoaderData<() => ShopData>(shopRouteId) ?? noData;
