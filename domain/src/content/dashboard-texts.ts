/** Title and subtitle of a section of the account (DEC-45). */
export interface SectionTexts {
  title: string;
  subtitle: string;
}

export type DashboardSection = 'profile' | 'orders' | 'addresses' | 'wishlists' | 'cards';

/** Texts of DEC-45. The account also shows them if the call for the edited texts fails. */
export const dashboardTexts: Readonly<Record<DashboardSection, SectionTexts>> = {
  profile: { title: 'Información personal', subtitle: 'Actualiza tus datos' },
  orders: { title: 'Mis órdenes', subtitle: 'Consulta tus compras y dónde están' },
  addresses: { title: 'Mis direcciones', subtitle: 'Guarda dónde recibes tus compras' },
  wishlists: { title: 'Lista de deseos', subtitle: 'Lo que guardaste para después' },
  cards: { title: 'Mis tarjetas', subtitle: 'Paga más rápido con tus tarjetas guardadas' },
};
