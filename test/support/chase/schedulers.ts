import type { InvoiceChangeDeps } from '../../../src/features/invoices/invoice-deps.ts'
import { makeDueInvoices } from '../../../src/features/recurring/make-due-invoices.ts'
import { fireReminders } from '../../../src/features/reminders/fire-reminders.ts'
import { createInterleaving } from '../chaos/interleaving.ts'
import { randomFrom } from '../random.ts'
import type { ChaseContext } from './context.ts'

const processes = 4

/** Runs, in four concurrent processes, what each does every minute. */
export async function tick(context: ChaseContext): Promise<void> {
  const { deps } = context
  await Promise.all(
    Array.from({ length: processes }, () => [fireReminders(deps), makeDueInvoices(deps)]).flat(),
  )
  takeWarnings(context, true)
}

/** The product logs failures and continues. Only dead processes may fail. */
function takeWarnings({ warnings, complain }: ChaseContext, isWrong: boolean): void {
  for (const warning of warnings.splice(0)) if (isWrong) complain(`logged: ${warning.trim()}`)
}

interface Hard {
  /** The probability that a statement is the last of its process. */
  crashChance: number
  /** An action of a user that runs at the same time. */
  meanwhile?: ((deps: InvoiceChangeDeps) => Promise<void>) | undefined
}

/** Does the same, one statement at a time in a random order, with processes dying between any two of them. */
export async function tickHard(context: ChaseContext, { crashChance, meanwhile }: Hard): Promise<void> {
  const { deps, draws, url } = context
  let deaths = 0
  const play = await createInterleaving({
    url,
    random: randomFrom(draws.upTo(0x7fffffff)),
    crashChance: () => crashChance,
  })
  try {
    const gated = { ...deps, database: play.gateDatabase(deps.database) }
    const finished = new Set<number>()
    for (let n = 0; n < processes; n++) {
      play.spawn(async () => {
        await fireReminders(gated)
        await makeDueInvoices(gated)
        // Throws for dead processes, whose failures were logged and skipped.
        await play.step()
        finished.add(n)
      })
    }
    if (meanwhile) play.spawn(() => meanwhile(gated))
    await play.run()
    deaths = processes - finished.size
    takeWarnings(context, deaths === 0)
    for (const failure of play.failures) context.complain(`a scheduler failed: ${String(failure)}`)
  } finally {
    await play.close()
  }
  context.count('interleaved ticks')
  context.count('deaths of schedulers', deaths)
}
