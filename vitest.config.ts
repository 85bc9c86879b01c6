import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/support/slow-first.ts'

const minutes = 60_000
const workers = Math.min(2, availableParallelism())

/** They start whole programs and databases, or break them. No other tests run beside them. */
const wholePrograms = [
  'test/{backup,faults,metrics,pooler,rotate-key,start}.test.ts',
  'src/platform/db/{replica,migrate}.test.ts',
  'src/platform/db/embedded/*.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    // Files share what they import: each has a database of its own, and loading the app again took a third of the time.
    isolate: false,
    restoreMocks: true,
    sequence: { sequencer: SlowFirst },
    // No test measures time. These limits end a test that hangs, on however slow a machine.
    testTimeout: 20 * minutes,
    hookTimeout: 20 * minutes,
    expect: { poll: { timeout: 5 * minutes } },
    projects: [
      {
        test: {
          name: 'whole programs',
          include: wholePrograms,
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'all else',
          include: [
            '{src,sandbox}/**/*.test.{ts,tsx}',
            'test/*.test.ts',
            'test/attacks/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: wholePrograms,
          maxWorkers: workers,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
