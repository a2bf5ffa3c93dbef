import { QueryProvider } from '@ceiba/client/query-provider';
import { guardTexts } from '@ceiba/client/text-guard';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import './desk.css';
import { createDeskRouter } from './routes.tsx';

const place = document.getElementById('desk');
if (place === null) throw new Error('index.html lacks the element of the desk');

guardTexts();
createRoot(place).render(
  <StrictMode>
    <QueryProvider>
      <RouterProvider router={createDeskRouter()} />
    </QueryProvider>
  </StrictMode>,
);
