import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expenseInput } from '../../../test/support/fixtures/expenses.ts'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { createExpense, deleteExpense } from '../expenses/contract.ts'
import {
  type Invoice,
  createInvoice,
  deleteInvoice,
  duplicateInvoice,
  getInvoice,
  updateInvoice,
} from '../invoices/contract.ts'
import { getPublicInvoice } from '../invoices/public/contract.ts'
import { addTime, deleteTime, listBillable } from './contract.ts'
import type { BillableSource } from './rules.ts'

let app: TestApp
let cookie: string
let clientId: string
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 10 })
})
afterAll(() => app.close())
beforeEach(async () => {
  cookie = (await app.signUpAndIn()).cookie
  clientId = (await makeInvoice(app, cookie)).client.id!
})

async function time(): Promise<BillableSource> {
  const body = { clientId, description: 'Design', date: '2026-11-05', seconds: 5400, rateMinor: 9000 }
  const sent = await app.send(
    addTime,
    { body: { ...body, currency: 'USD', requestId: randomUUID() } },
    { cookie },
  )
  return { kind: 'time', id: (await answerOf(addTime, sent)).id }
}

async function expense(): Promise<BillableSource> {
  const sent = await app.send(createExpense, { body: expenseInput({ clientId }) }, { cookie })
  return { kind: 'expense', id: (await answerOf(createExpense, sent)).id }
}

const billing = (...sources: BillableSource[]) =>
  invoiceInput({
    charge: {
      kind: 'lines',
      taxIncluded: false,
      lines: [
        { description: 'Other', quantity: 1000, rateMinor: 100 },
        ...(sources.length > 0 ? [{ description: 'Work', quantity: 1500, rateMinor: 9000, sources }] : []),
      ],
      discount: null,
      taxes: [],
      fees: [],
    },
  })
const send = (...sources: BillableSource[]) =>
  app.send(createInvoice, { body: { ...billing(...sources), requestId: randomUUID() } }, { cookie })
const bill = async (...sources: BillableSource[]) => answerOf(createInvoice, await send(...sources))
const change = ({ id, version }: Pick<Invoice, 'id' | 'version'>, ...sources: BillableSource[]) =>
  app.send(updateInvoice, { params: { id }, body: { ...billing(...sources), version } }, { cookie })

async function offered(invoiceId?: string): Promise<string[]> {
  const query = invoiceId === undefined ? { clientId } : { clientId, invoiceId }
  const { time: entries, expenses } = await answerOf(
    listBillable,
    await app.send(listBillable, { query }, { cookie }),
  )
  return [...entries, ...expenses].map(({ id }) => id)
}

function sourcesIn({ charge }: Invoice) {
  return charge.kind === 'lines' ? charge.lines.flatMap(({ sources = [] }) => sources) : []
}

test('what an invoice bills is not offered again, except to that invoice', async () => {
  const sources = [await time(), await expense()]
  expect(await offered()).toEqual(sources.map(({ id }) => id))
  const invoice = await bill(...sources)
  expect(sourcesIn(invoice)).toEqual(sources)
  expect(await offered()).toEqual([])
  expect(await offered(invoice.id)).toEqual(sources.map(({ id }) => id))
})

describe('nothing is billed twice', () => {
  test('by a new invoice, nor by a change of another', async () => {
    const source = await time()
    const first = await bill(source)
    const refused = await problemOf(await send(source))
    expect(refused).toMatchObject({ code: 'ALREADY_BILLED', status: 409 })
    expect(refused.message).toContain(`invoice ${first.number}`)
    const other = await bill()
    expect((await problemOf(await change(other, source))).code).toBe('ALREADY_BILLED')
    expect((await answerOf(updateInvoice, await change(first, source))).version).toBe(2)
  })

  test('by invoices that are saved at once: one of them wins', async () => {
    const sources = [await time(), await expense(), await time()]
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => send(...(index % 2 ? sources : sources.toReversed()))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('by the same request, sent many times at once: it makes one invoice', async () => {
    const body = { ...billing(await time()), requestId: randomUUID() }
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => app.send(createInvoice, { body }, { cookie })),
    )
    const made = await Promise.all(sent.map((response) => answerOf(createInvoice, response)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })

  test('by two lines of one invoice', async () => {
    const source = await time()
    expect((await send(source, source)).status).toBe(422)
  })
})

describe('what is free again', () => {
  test('is what a line of the invoice no longer bills', async () => {
    const [kept, dropped] = [await time(), await expense()]
    const invoice = await bill(kept, dropped)
    await answerOf(updateInvoice, await change(invoice, kept))
    expect(await offered()).toEqual([dropped.id])
    await bill(dropped)
  })

  test('is what a deleted invoice billed', async () => {
    const source = await time()
    const invoice = await bill(source)
    await app.send(deleteInvoice, { params: { id: invoice.id } }, { cookie })
    expect(await offered()).toEqual([source.id])
  })
})

test('time that is billed cannot be deleted; an expense can, and its line stays', async () => {
  const [entry, spent] = [await time(), await expense()]
  const invoice = await bill(entry, spent)
  const refused = await problemOf(await app.send(deleteTime, { params: { id: entry.id } }, { cookie }))
  expect(refused.code).toBe('ALREADY_BILLED')
  await app.send(deleteExpense, { params: { id: spent.id } }, { cookie })
  const changed = await answerOf(updateInvoice, await change(invoice, entry, spent))
  expect(sourcesIn(changed)).toEqual([entry])
  expect(changed.totals).toEqual(invoice.totals)
})

test('clients, copies and other businesses see nothing of it', async () => {
  const source = await time()
  const invoice = await bill(source)
  const shown = await app.send(getPublicInvoice, { params: { id: invoice.id } })
  expect(JSON.stringify(await answerOf(getPublicInvoice, shown))).not.toContain(source.id)
  const copied = await app.send(duplicateInvoice, { params: { id: invoice.id } }, { cookie })
  expect(sourcesIn(await answerOf(duplicateInvoice, copied))).toEqual([])
  const read = await app.send(getInvoice, { params: { id: invoice.id } }, { cookie })
  expect(sourcesIn(await answerOf(getInvoice, read))).toEqual([source])

  const stranger = await app.signUpAndIn()
  const body = { ...billing(source), requestId: randomUUID() }
  const theirs = await answerOf(
    createInvoice,
    await app.send(createInvoice, { body }, { cookie: stranger.cookie }),
  )
  expect(sourcesIn(theirs)).toEqual([])
})
