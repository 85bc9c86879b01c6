import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { createInvoice } from '../src/features/invoices/create-invoice.ts'
import type { InvoiceDeps } from '../src/features/invoices/invoice-deps.ts'
import { renderInvoicePdf } from '../src/features/invoices/invoice-pdf.ts'
import { listInvoices } from '../src/features/invoices/list-invoices.ts'
import { documentOn, unpaid } from '../src/features/invoices/rules.ts'
import { calculateTotals } from '../src/features/invoices/totals-rules.ts'
import { connect } from '../src/platform/db/connect.ts'
import { invoiceInput } from '../test/support/invoices.ts'
import { compare } from './load.ts'
import type { Load, Target } from './load.ts'
import { checkTargets } from './targets.ts'
import type { Outcome } from './targets.ts'
import { withProduct } from './with-product.ts'
import { openBusiness } from './open-business.ts'
import { recordStatements } from './record-statements.ts'
import { startFloor } from './start-floor.ts'

const sizes = { small: 2000, large: 200_000 }
const input = invoiceInput({ sendOption: 'email_later' })

/** Lists, new invoices and PDFs, against the same statements without the product around them. */
export async function benchInvoices(): Promise<Outcome> {
  return withProduct(async ({ product, url, owner }) => {
    const small = await openBusiness(product.url, owner, sizes.small)
    const large = await openBusiness(product.url, owner, sizes.large)
    await owner.query('vacuum (analyze) clients, invoices')

    const floor = await startInvoiceFloor(url, large)
    try {
      const ask = (cookie: string, body?: () => string): Target => ({
        url: `${product.url}/api/v1/invoices`,
        pid: product.child.pid ?? 0,
        headers: { cookie, origin: product.url },
        ...(body ? { body } : {}),
      })
      const lists = await compare({
        product: ask(large.cookie),
        floor: floor.target(''),
        small: ask(small.cookie),
      })
      const body = () => JSON.stringify({ ...input, requestId: randomUUID() })
      const creates = await compare({
        product: ask(large.cookie, body),
        floor: { ...floor.target(''), body: () => '{}' },
      })
      const pdf = await measurePdf()
      return report({ lists, creates, pdf })
    } finally {
      floor.stop()
    }
  })
}

async function startInvoiceFloor(
  url: string,
  { business, identity }: Awaited<ReturnType<typeof openBusiness>>,
) {
  const database = connect({ url, onError: () => undefined })
  const deps: InvoiceDeps = {
    database,
    jobs: { enqueue: async () => undefined } as unknown as InvoiceDeps['jobs'],
    log: pino({ level: 'silent' }),
    appUrl: 'http://localhost:3000',
    mailFrom: 'Millrace <no-reply@millrace.example>',
    mailWaitsForVerification: false,
    now: () => new Date(),
    closeCheckouts: async () => undefined,
  }
  const requestId = randomUUID()
  let made = { id: '', number: '' }
  const list = await recordStatements(() => listInvoices(deps, identity, { status: 'all', search: '' }))
  const create = await recordStatements(async () => {
    made = await createInvoice(deps, identity, { ...input, requestId })
  })
  await database.close()
  return startFloor({
    url,
    businessId: business.id,
    lists: { '': list.flat()[0] },
    create,
    fresh: { ...made, requestId },
  })
}

/** Milliseconds of processor time for a PDF of one page, once fonts are parsed. */
async function measurePdf(): Promise<number> {
  const result = calculateTotals(input.charge)
  if (!result.ok) throw new Error('the invoice has no total')
  const invoice = documentOn('2026-11-15', {
    ...input,
    number: '1A2B3C4D',
    status: 'pending',
    logo: null,
    totals: result.totals,
    paidOn: null,
    ...unpaid,
  })
  const draw = () => renderInvoicePdf(invoice, { publicUrl: 'http://localhost:3000/', logo: null })
  for (let warmUp = 0; warmUp < 20; warmUp++) await draw()
  const count = 100
  const before = process.cpuUsage()
  for (let index = 0; index < count; index++) await draw()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}

function row(what: string, load: Load, ratio = ''): string {
  const { perSecond, p50, p99, cpuPerRequest } = load
  return `| ${what} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${cpuPerRequest.toFixed(2)} | ${ratio} |`
}

function times(a: Load, b: Load): number {
  return a.perSecond / b.perSecond
}

interface Results {
  lists: Record<'product' | 'floor' | 'small', Load>
  creates: Record<'product' | 'floor', Load>
  pdf: number
}

function report({ lists, creates, pdf }: Results): Outcome {
  const [large, small] = [sizes.large, sizes.small].map((size) => size.toLocaleString('en-US'))
  const { words, missed } = checkTargets({
    list: { value: times(lists.product, lists.floor), unit: 'of the floor', atLeast: 0.4 },
    size: { value: times(lists.small, lists.product), unit: `times as many as of ${large}`, atMost: 1.3 },
    create: { value: times(creates.product, creates.floor), unit: 'of the floor', atLeast: 0.4 },
    pdf: { value: pdf, unit: 'ms of CPU', atMost: 40 },
  })
  const text = `
## Invoices (${large} in the business, 8 connections)

| | requests/s | p50 ms | p99 ms | CPU ms/request | |
| --- | ---: | ---: | ---: | ---: | --- |
${row('list of 50', lists.product, words.list)}
${row('list of 50, floor', lists.floor)}
${row(`list of 50 of ${small}`, lists.small, words.size)}
${row('new invoice, 3 lines', creates.product, words.create)}
${row('new invoice, floor', creates.floor)}

PDF of one page: ${words.pdf}.
`
  return { text, missed }
}
