import { redirect } from 'react-router';

/** Redirects to the profile (DEC-13). */
export const loader = () => redirect('/dashboard/profile');

export default function DashboardPage() {
  return null;
}
