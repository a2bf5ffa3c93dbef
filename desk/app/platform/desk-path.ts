/** The path inside the desk: `/admin/ordenes/1` becomes `/ordenes/1`. */
export const deskPath = (href: string): string => href.replace(/^\/admin(?=\/|$|\?)/, '') || '/';
