import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/support/slow-first.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts', 'test/attacks/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Two more than cores: some files wait for servers that are slow on purpose, and for programs that start.
    maxWorkers: 4,
    // Files share what they import: each has a database of its own, and loading the app anew took a third of the time.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // Hashing passwords and starting servers takes its time on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
  },
})
