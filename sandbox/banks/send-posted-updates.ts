import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import { listItemsOpened } from './item-store.ts'
import type { BankSandbox } from './pages-path.ts'
import { postingHours } from './sample-transactions.ts'
import { updatesAvailable } from './webhooks.ts'

const maxItems = 200

/** Tells each item of transactions posted after `from`, up to `to`. Without it, the next sync finds them. */
export async function sendPostedUpdates(
  sandbox: BankSandbox,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  for (const hours of postingHours) {
    const hoursBefore = (moment: Date) => new Date(moment.getTime() - hours * 3_600_000)
    const items = await withCardSandbox(sandbox.database, (tx) =>
      listItemsOpened(tx, { from: hoursBefore(from), to: hoursBefore(to), limit: maxItems }),
    )
    for (const item of items) {
      if (item.webhook === null || item.needsSignIn) continue
      // If one is not delivered, the others would only wait as well.
      if (!(await sandbox.webhooks.send(item.webhook, updatesAvailable(item)))) return
    }
  }
}

const intervalMs = 60_000

/** Sends updates every minute; returns a function that stops it. */
export function startPostedUpdates(sandbox: BankSandbox): () => Promise<void> {
  let lastRun = sandbox.now()
  let running = Promise.resolve()
  const timer = setInterval(() => {
    const [from, to] = [lastRun, sandbox.now()]
    lastRun = to
    running = running
      .then(() => sendPostedUpdates(sandbox, { from, to }))
      .catch((error: unknown) => sandbox.log.warn({ err: error }, 'the demo bank could not send its updates'))
  }, intervalMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
