import { Outlet } from 'react-router';
import { ErrorPage } from './error-page.tsx';

export { ErrorPage as ErrorBoundary };

export default function ShopLayout() {
  return <Outlet />;
}
