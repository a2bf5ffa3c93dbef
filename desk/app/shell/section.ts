import { hasNeeded, type NeededPermission, namedPermission, type Permission } from '@ceiba/domain/staff/permissions';
import type { DeskIconName } from '@ceiba/ui/desk-icon';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';

/** An address below /admin with its page, which is loaded when somebody goes there. */
export interface DeskPage {
  /** Without the slash before it; '' is the first page. */
  path: string;
  /** What the search calls it; the first page of a section is called as the section. Of pages of one thing: none. */
  label?: string;
  /** Needed besides the section's for the search to offer it. */
  permission?: NeededPermission;
  /** Each page is one file that exports `Component`. */
  load: () => Promise<{ Component: ComponentType }>;
}

/** A part of the desk: its entry in the menu and its pages. Who lacks its permission sees neither. */
export interface Section {
  /** §0.4. */
  label: string;
  icon: DeskIconName;
  /** Needed for every page of it; of several, one is enough. */
  permission: NeededPermission;
  /** Entries of one group stand together: daily work, goods, money, the shop itself. */
  group: 1 | 2 | 3 | 4;
  /** Stands in the phone's lower bar, where there is room for four of a person's; the others on "Inicio". */
  isOnPhone?: true;
  /** The first is where the menu leads. */
  pages: readonly [DeskPage, ...DeskPage[]];
}

export const mayOpen = (section: Pick<Section, 'permission'>, may: (permission: Permission) => boolean): boolean =>
  hasNeeded(section.permission, may);

/** The first permission that opens it: named where it is missing. */
export const permissionOf = ({ permission }: Pick<Section, 'permission'>): string => namedPermission(permission);

export const addressOf = ({ pages: [{ path }] }: Section): string => `/${path}`;

/** The pages of a section that the search offers to somebody who may open it. */
export const searchedPages = (section: Section, may: (permission: Permission) => boolean) =>
  section.pages.flatMap(({ path, label, permission = 'signedIn' }, at) => {
    const name = at === 0 ? section.label : label;
    return name === undefined || !hasNeeded(permission, may)
      ? []
      : [{ label: name, icon: section.icon, to: `/${path}` }];
  });

/** Whether an address is one of a section's pages. */
export const isOf = ({ pages }: Pick<Section, 'pages'>, pathname: string): boolean =>
  pages.some(({ path }) => matchPath(`/${path}`, pathname) !== null);
