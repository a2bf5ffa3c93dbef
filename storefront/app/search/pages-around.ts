/** Pages worth a link: the first, the last and those beside the current one; a text stands for the pages between. */
export const pagesAround = (page: number, pages: number): (number | 'before' | 'after')[] => {
  const near = [page - 1, page, page + 1].filter((shown) => shown > 1 && shown < pages);
  const first = near[0] ?? pages;
  const last = near.at(-1) ?? 1;
  return [
    1,
    ...(first > 2 && near.length > 0 ? ['before' as const] : []),
    ...near,
    ...((near.length > 0 && last < pages - 1) || (near.length === 0 && pages > 2) ? ['after' as const] : []),
    ...(pages > 1 ? [pages] : []),
  ];
};
