import { defineConfig } from '@playwright/test'
import { galleryUrl, productUrl } from './test/support/e2e-settings.ts'

const node = JSON.stringify(process.execPath)
const vite = `${node} node_modules/vite/bin/vite.js`
const gallery = '--config test/gallery/vite.config.ts'

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // One more than cores: a test also waits, for the server and for what is shown.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Hashing passwords beside a browser takes its time on two cores, and a shared machine may be five times as slow for
  // a while.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: productUrl,
    // What moves is drawn many times over, and waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test would take longer than the tests; what failed is seen in the picture.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Nothing is drawn for anybody here, and one site is all there is.
        '--disable-gpu',
        '--disable-software-rasterizer',
        '--disable-site-isolation-trials',
        // A page lives for seconds: to make its code fast takes longer than to run it.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  webServer: [
    {
      command: `${node} test/support/serve-e2e.ts`,
      url: `${productUrl}/readyz`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      stdout: 'ignore',
      timeout: 60_000,
    },
    {
      command: `${vite} build ${gallery} --logLevel warn && ${vite} preview ${gallery} --port ${new URL(galleryUrl).port} --host 127.0.0.1 --strictPort`,
      url: galleryUrl,
      timeout: 60_000,
    },
  ],
})
