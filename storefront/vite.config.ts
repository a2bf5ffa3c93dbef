import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // On the server all is loaded anyway; the check stays for the browser, where a split that does not split costs bytes.
  environments: { ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } } },
  build: {
    // Fonts and pictures stay files: they are preloaded and cached by themselves, and the CSP allows no data: fonts.
    assetsInlineLimit: 0,
    // The server lists what a page needs; the helper that would look ahead for islands costs a kilobyte on every page.
    modulePreload: false,
    rolldownOptions: {
      output: {
        // What every page needs, in one file that changes only with its versions.
        codeSplitting: {
          groups: [{ name: 'framework', test: /node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/ }],
        },
      },
    },
  },
});
