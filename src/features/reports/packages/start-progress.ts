import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { changePackage } from './package-changes.ts'
import type { PackageKey } from './queries.ts'

/** How often the page learns how far it is. Also says that the process is alive. */
const progressMs = 2000

/** Counts the files of a package, and writes the count down now and then. */
export function startProgress({ database, log }: Deps<'database' | 'log'>, key: PackageKey) {
  let done = 0
  let total = 0
  let writing = Promise.resolve()
  const write = () =>
    withTenant(database, key.businessId, (tx) =>
      changePackage(tx, key, { done: Math.min(done, total), total }),
    )
  const timer = setInterval(() => {
    writing = writing.then(write).catch((error: unknown) => {
      log.warn({ err: error }, 'the progress of a package could not be written')
    })
  }, progressMs)
  return {
    expect: (files: number) => {
      total = files
    },
    add: () => {
      done += 1
    },
    count: () => done,
    async end() {
      clearInterval(timer)
      await writing
    },
  }
}
