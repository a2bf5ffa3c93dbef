import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The desk: one page, whose files the server sends under /admin/assets. */
export default defineConfig({
  base: '/admin/',
  plugins: [tailwindcss({ optimize: false })],
  // A running shop serves the page that it has read. Old files are removed after the next build is complete.
  build: {
    outDir: 'build',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
