import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { helpIndex, installation, prose } from './src/pages/build/vite-plugins.ts'

// The address of the API under `npm run dev`.
const api = `http://127.0.0.1:${process.env['PORT'] ?? 3001}`

export default defineConfig({
  plugins: [react(), tailwindcss(), prose(), helpIndex(), installation('http://localhost:3000')],
  // The settings in .env are only for the server.
  envDir: false,
  build: {
    outDir: 'dist/web',
    // The Content-Security-Policy allows no inline script and no data: fonts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    // The pre-render reads it, to add the right scripts to each page.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // In its own chunk, so that the first script imports nothing else.
            { name: 'preload', test: /vite\/preload-helper/, priority: 1 },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'tanstack', test: /node_modules\/@tanstack\// },
            // Everything that every page needs, in one file, because each additional file costs a phone some
            // milliseconds. It excludes main.tsx, which waits for pages that need this file.
            {
              name: 'shell',
              test: /src\/shared\/product|lucide-react|src\/pages\/(access\.|app\.|lazy-page|router\.|routes\/|layout\/)|src\/web\/(api-client|installation|page-title|tab-storage|layout\/(?!page-tabs))|features\/auth\/rules|features\/site\/help-rules|features\/auth\/web\/(session\.|verification-notice|resend-verification-button)|src\/web\/ui\/(badge|button|class-names|empty-state|error-state|return-focus|skeleton|spinner|toast|toaster)\./,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 3000,
    strictPort: true,
    proxy: { '/api': api, '/sandbox': api, '/healthz': api, '/readyz': api },
  },
})
