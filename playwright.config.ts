import { defineConfig } from '@playwright/test'
import { galleryUrl, productUrl } from './test/support/e2e/settings.ts'

const node = JSON.stringify(process.execPath)
const vite = `${node} node_modules/vite/bin/vite.js`
const gallery = '--config test/gallery/vite.config.ts'

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // As many as cores. With more, each test only takes longer.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // No test depends on the speed of the machine. These limits only end tests that hang.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  use: {
    baseURL: productUrl,
    // Animations are costly to render, and the tests would wait for them.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording a trace of every test would take longer than the tests. A screenshot shows the failure.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The browser is headless and opens a single site.
        '--disable-gpu',
        '--disable-software-rasterizer',
        '--disable-site-isolation-trials',
        // A page lives for seconds, so optimizing its code takes longer than running it.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  webServer: [
    {
      command: `${node} test/support/e2e/serve.ts`,
      url: `${productUrl}/readyz`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      stdout: 'ignore',
      timeout: 600_000,
    },
    {
      command: `${vite} build ${gallery} --logLevel warn && ${vite} preview ${gallery} --port ${new URL(galleryUrl).port} --host 127.0.0.1 --strictPort`,
      url: galleryUrl,
      timeout: 600_000,
    },
  ],
})
