import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { InvoiceDeps } from '../src/features/invoices/invoice-deps.ts'
import { fireReminder } from '../src/features/reminders/fire-reminders.ts'
import { connect } from '../src/platform/db/connect.ts'
import { withPlatform } from '../src/platform/db/transaction.ts'
import { startJobQueue } from '../src/platform/jobs/job-queue.ts'
import { createMailDelivery } from '../src/platform/mail/deliver-mail.ts'
import { queueMail } from '../src/platform/mail/queue-mail.ts'
import { findFresh } from './fresh-values.ts'
import { type Step, recordStatements } from './record-statements.ts'
import type { ScaledBusiness } from './scales.ts'
import { makeDue } from './seed/seed-reminders.ts'
import { startFloor } from './start-floor.ts'
import type { Bench } from './with-product.ts'

/** The number of jobs of each kind, at every scale. */
const count = 300
/** As many mails as the product delivers concurrently. */
const mailConcurrency = 5

export interface MeasuredJobs {
  what: string
  times: number
  perSecond: number
  floorPerSecond: number
}

/** Measures due reminders and queued mails, in businesses of each size. */
export async function measureJobs(
  bench: Bench,
  businesses: readonly ScaledBusiness[],
): Promise<MeasuredJobs[]> {
  const database = connect({ url: bench.url, onError: () => undefined })
  const log = pino({ level: 'silent' })
  const queue = await startJobQueue({ database, log, runsJobs: false })
  const deps: InvoiceDeps = {
    database,
    // Keeps the mails from being delivered during the measurement.
    jobs: { ...queue, enqueue: async () => undefined },
    log,
    appUrl: bench.product.url,
    mailFrom: 'Millrace <no-reply@millrace.example>',
    mailWaitsForVerification: false,
    now: () => new Date(),
    closeCheckouts: async () => undefined,
    canPayOnline: async () => true,
  }
  try {
    const results: MeasuredJobs[] = []
    for (const business of businesses) {
      results.push(await measureReminders(bench, deps, business))
      results.push(await measureMails(bench, { ...deps, jobs: queue }, business))
    }
    return results
  } finally {
    await queue.stop()
    await database.close()
  }
}

async function measureReminders(
  { url, owner }: Bench,
  deps: InvoiceDeps,
  { business, openInvoices, times }: ScaledBusiness,
): Promise<MeasuredJobs> {
  const [one = '', other = '', ...rest] = openInvoices.slice(0, 2 * count + 2)
  const [due, forFloor] = [rest.slice(0, count), rest.slice(count)]
  await makeDue(owner, [business.id], [one, other, ...due])
  const fire = async (invoiceId: string) => {
    const fired = await fireReminder(deps, { businessId: business.id, invoiceId })
    if (fired !== 'sent') throw new Error(`a reminder was not sent but ${fired}`)
  }
  const recorded = await recordBoth((key) => fire(key), [one, other])
  const floor = await startFloor({ url, businessId: business.id, tasks: { fire: recorded } })
  try {
    const began = performance.now()
    for (const invoiceId of due) await fire(invoiceId)
    const seconds = (performance.now() - began) / 1000
    const floorSeconds = await floor.run('fire', forFloor, 1)
    return {
      what: 'reminders of a pass',
      times,
      perSecond: count / seconds,
      floorPerSecond: count / floorSeconds,
    }
  } finally {
    floor.stop()
  }
}

async function measureMails(
  { url, owner }: Bench,
  deps: InvoiceDeps,
  { business, times }: ScaledBusiness,
): Promise<MeasuredJobs> {
  const { database, log } = deps
  const write = (jobs: Pick<InvoiceDeps['jobs'], 'enqueue'>, howMany: number) =>
    withPlatform(database, async (tx) => {
      const ids: string[] = []
      for (let index = 0; index < howMany; index++) {
        ids.push(await queueMail(tx, jobs, mailOf(business.id)))
      }
      return ids
    })
  const aside = { enqueue: async () => undefined }
  const deliver = createMailDelivery({
    database,
    log,
    transport: { name: 'nowhere', send: async () => undefined, close: () => undefined },
    makeAttachments: async () => [],
  })
  const recorded = await recordBoth(
    (mailId) => deliver({ mailId }, { retryCount: 0, isLastTry: false }),
    await write(aside, 2),
  )
  const floor = await startFloor({ url, businessId: business.id, tasks: { deliver: recorded } })
  try {
    const ids = await write(deps.jobs, count)
    const began = performance.now()
    const isDone = async () => {
      const sql = `select from mails where id = any ($1) and state <> 'sent' limit 1`
      return (await owner.query(sql, [ids])).rowCount === 0
    }
    while (!(await isDone())) await sleep(20)
    const seconds = (performance.now() - began) / 1000
    const floorSeconds = await floor.run('deliver', await write(aside, count), mailConcurrency)
    return {
      what: 'mails delivered',
      times,
      perSecond: count / seconds,
      floorPerSecond: count / floorSeconds,
    }
  } finally {
    floor.stop()
  }
}

function mailOf(businessId: string) {
  return {
    kind: 'bench',
    businessId,
    from: 'Bench <bench@example.com>',
    to: 'client@example.com',
    subject: `Mail ${randomUUID()}`,
    html: `<p>${'A line of text. '.repeat(200)}</p>`,
    text: 'A line of text. '.repeat(200),
  }
}

/** Records the statements for two keys, and finds the values that differ between them. */
async function recordBoth(work: (key: string) => Promise<unknown>, [one = '', other = '']: string[]) {
  const steps: Step[] = await recordStatements(() => work(one))
  const fresh = findFresh(steps, await recordStatements(() => work(other)), [one])
  return { steps, fresh }
}
