import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/support/slow-first.ts'

const minutes = 60_000
const workers = Math.min(2, availableParallelism())

/** Tests that start or break whole programs and databases. No other tests run at the same time. */
const wholePrograms = [
  'test/{backup,backup-commands,faults,metrics,number-chaos,pooler,rates,rotate-key,start}.test.ts',
  'src/platform/db/{replica,migrate}.test.ts',
  'src/platform/db/embedded/*.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    // Test files share their imports. Each has its own database, and loading the app again for each file took a
    // third of the time.
    isolate: false,
    restoreMocks: true,
    sequence: { sequencer: SlowFirst },
    // No test measures time. These limits only end a test that hangs, on a machine of any speed.
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
