import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const projectRoot = fileURLToPath(new URL('../../', import.meta.url))

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: `${projectRoot}node_modules/.vite-gallery`,
  build: { outDir: `${projectRoot}dist/gallery`, emptyOutDir: true },
  server: { fs: { allow: [projectRoot] } },
  plugins: [react(), tailwindcss()],
})
