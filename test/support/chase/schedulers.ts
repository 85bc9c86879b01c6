import type { InvoiceDeps } from '../../../src/features/invoices/invoice-deps.ts'
import { makeDueInvoices } from '../../../src/features/recurring/make-due-invoices.ts'
import { fireReminders } from '../../../src/features/reminders/fire-reminders.ts'
import { createInterleaving } from '../chaos/interleaving.ts'
import { randomFrom } from '../random.ts'
import type { ChaseContext } from './context.ts'

const processes = 4

/** Four processes do at once what each does every minute. */
export async function tick(context: ChaseContext): Promise<void> {
  const { deps } = context
  await Promise.all(
    Array.from({ length: processes }, () => [fireReminders(deps), makeDueInvoices(deps)]).flat(),
  )
  takeWarnings(context, true)
}

/** What failed is passed over and logged; nobody may fail but the dead. */
function takeWarnings({ warnings, complain }: ChaseContext, isWrong: boolean): void {
  for (const warning of warnings.splice(0)) if (isWrong) complain(`logged: ${warning.trim()}`)
}

interface Hard {
  /** How likely each statement is the last of its process. */
  crashChance: number
  /** Somebody does this meanwhile. */
  meanwhile?: ((deps: InvoiceDeps) => Promise<void>) | undefined
}

/** The same one statement at a time, in an order that is drawn, and with deaths between any two of them. */
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
        // Fails for the dead, whose failures were logged and passed over.
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
