/** Where an address of the desk leads inside it: `/admin/ordenes/1` is `/ordenes/1`. */
export const deskPath = (href: string): string => href.replace(/^\/admin(?=\/|$|\?)/, '') || '/';
