import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import type { BankSandbox } from './bank-sandbox.ts'
import { listItemsOpened } from './item-store.ts'
import { postingHours } from './sample-transactions.ts'
import { updatesAvailable } from './webhooks.ts'

const maxAtOnce = 200

/** Says so where something was posted after `from`, up to `to`. Who is not told finds it at the next look. */
export async function tellPosted(
  sandbox: BankSandbox,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  for (const hours of postingHours) {
    const before = (moment: Date) => new Date(moment.getTime() - hours * 3_600_000)
    const items = await withCardSandbox(sandbox.database, (tx) =>
      listItemsOpened(tx, { from: before(from), to: before(to), limit: maxAtOnce }),
    )
    for (const item of items) {
      if (item.webhook === null || item.needsSignIn) continue
      // Where one does not arrive, the others would only wait too.
      if (!(await sandbox.webhooks.tell(item.webhook, updatesAvailable(item)))) return
    }
  }
}

const everyMinute = 60_000

/** Looks again and again; answers with how to end that. */
export function keepTellingPosted(sandbox: BankSandbox): () => Promise<void> {
  let seen = sandbox.now()
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    const [from, to] = [seen, sandbox.now()]
    seen = to
    looking = looking
      .then(() => tellPosted(sandbox, { from, to }))
      .catch((error: unknown) => sandbox.log.warn({ err: error }, 'the demo bank could not tell its news'))
  }, everyMinute)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}
