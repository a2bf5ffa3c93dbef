import { hasNeeded, type NeededPermission, namedPermission, type Permission } from '@ceiba/domain/staff/permissions';
import type { DeskIconName } from '@ceiba/ui/desk-icon';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';

/** A page of the desk and its address below /admin. Its file loads when the page opens. */
export interface DeskPage {
  /** The address without its leading slash; '' is the first page of the desk. */
  path: string;
  /** The page's name in menu and search. The first page of a section uses the section's label. Pages with parameters have no label. */
  label?: string;
  /** A person needs this permission in addition to the section's, or the page is not offered. */
  permission?: NeededPermission;
  /** Loads the page. */
  load: () => Promise<{ Component: ComponentType }>;
}

/** A part of the desk: its menu entry and its pages. Hidden from people without its permission. */
export interface Section {
  /** The label of §0.4. */
  label: string;
  icon: DeskIconName;
  /** A person needs this permission for all pages. One of several permissions is enough. */
  permission: NeededPermission;
  /** The group of the menu: 1 daily work, 2 goods, 3 money, 4 the shop itself. */
  group: 1 | 2 | 3 | 4;
  /** True if the section is for the phone's lower bar. The bar shows the first four; "Inicio" links to the others. */
  isOnPhone?: true;
  /** The menu links to the first page. */
  pages: readonly [DeskPage, ...DeskPage[]];
}

export const mayOpen = (section: Pick<Section, 'permission'>, may: (permission: Permission) => boolean): boolean =>
  hasNeeded(section.permission, may);

/** The first of the section's permissions. Pages name this permission if a person has no permission of the section. */
export const permissionOf = ({ permission }: Pick<Section, 'permission'>): string => namedPermission(permission);

export const addressOf = ({ pages: [{ path }] }: Section): string => `/${path}`;

/** The pages of a section that the search offers to a person who may open them. */
export const searchedPages = (section: Section, may: (permission: Permission) => boolean) =>
  section.pages.flatMap(({ path, label, permission = 'signedIn' }, at) => {
    const name = at === 0 ? section.label : label;
    return name === undefined || !hasNeeded(permission, may)
      ? []
      : [{ label: name, icon: section.icon, to: `/${path}` }];
  });

/** The pages that the menu shows below a section's first page. Leaves out forms of new things and pages with parameters. */
export const furtherPages = ({ pages }: Pick<Section, 'pages'>, may: (permission: Permission) => boolean) =>
  pages
    .slice(1)
    .flatMap(({ path, label, permission = 'signedIn' }) =>
      label === undefined || path.endsWith('+') || !hasNeeded(permission, may) ? [] : [{ label, to: `/${path}` }],
    );

/** Returns whether an address is one of a section's pages. */
export const isOf = ({ pages }: Pick<Section, 'pages'>, pathname: string): boolean =>
  pages.some(({ path }) => matchPath(`/${path}`, pathname) !== null);

/** Returns whether an address is a page of a section that a person may open. */
export const hasPage = ({ pages }: Section, to: string, may: (permission: Permission) => boolean): boolean =>
  pages.some(({ path, permission = 'signedIn' }) => matchPath(`/${path}`, to) !== null && hasNeeded(permission, may));
