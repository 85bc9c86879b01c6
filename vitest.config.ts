import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Two cores: more files at once would only wait for each other.
    maxWorkers: 2,
    // Hashing passwords and starting servers takes its time on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
})
