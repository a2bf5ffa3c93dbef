import { data } from 'react-router';

/** Thrown by loaders: the 404 page (DEC-13). It may be kept for a moment by nobody but the browser that asked. */
export const notFound = () => data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
