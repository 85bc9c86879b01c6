import { type TestSpecification, BaseSequencer } from 'vitest/node'

// Short files with long runs. Vitest starts with the largest files, so these would run last, with one core
// idle.
const slow = /\/test\/(bank-sync-chaos|chase-simulation|contract-fuzz|payment-chaos|secret-leaks)\.test\.ts$/

const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is not Array.prototype.sort
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
