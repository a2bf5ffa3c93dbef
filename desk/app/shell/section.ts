import { hasNeeded, type NeededPermission, namedPermission, type Permission } from '@ceiba/domain/staff/permissions';
import type { DeskIconName } from '@ceiba/ui/desk-icon';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';

/** An address below /admin with its page, which loads when it is opened. */
export interface DeskPage {
  /** Without the leading slash; '' is the first page. */
  path: string;
  /** The page's name in the search. The first page of a section has the section's name; pages with parameters have none. */
  label?: string;
  /** Required by the search in addition to the section's. */
  permission?: NeededPermission;
  /** Each page is one file that exports `Component`. */
  load: () => Promise<{ Component: ComponentType }>;
}

/** A part of the desk: its menu entry and its pages. Hidden from people without its permission. */
export interface Section {
  /** The label of §0.4. */
  label: string;
  icon: DeskIconName;
  /** Required for all its pages; of several permissions one is enough. */
  permission: NeededPermission;
  /** Entries of one group are listed together: daily work, goods, money, the shop itself. */
  group: 1 | 2 | 3 | 4;
  /** True if the section is for the phone's lower bar, which has space for four; others are linked on "Inicio". */
  isOnPhone?: true;
  /** The menu leads to the first page. */
  pages: readonly [DeskPage, ...DeskPage[]];
}

export const mayOpen = (section: Pick<Section, 'permission'>, may: (permission: Permission) => boolean): boolean =>
  hasNeeded(section.permission, may);

/** The first of the permissions, which is named if all are missing. */
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

/** The pages of a section below its first, as places to go. Forms of new things, and pages with parameters, are none. */
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
