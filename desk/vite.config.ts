import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The desk: one page, whose files the server sends under /admin/assets. */
export default defineConfig({
  base: '/admin/',
  plugins: [tailwindcss({ optimize: false })],
  // A shop that runs keeps the page it has read; its files go when the next build has been written whole.
  build: {
    outDir: 'build',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
