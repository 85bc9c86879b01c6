import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import type { Problem } from '../../shared/errors.ts'
import { getClientTimeline, listClientInvoices } from '../invoices/client/contract.ts'
import { getInvoice } from '../invoices/contract.ts'
import * as contract from './contract.ts'

let app: TestApp
let cookie: string
let businessId: string
const now = new Date('2026-11-18T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
  await setPlan(app, businessId, 'pro')
})

const details: contract.ClientInput = {
  name: 'Acme',
  email: 'acme@example.com',
  phone: '1',
  address: 'Here',
  contactName: 'Ann',
  country: 'DE',
  taxId: 'DE 123456788',
  taxTreatment: 'reverse_charge',
  currency: 'EUR',
}

async function create(overrides: Partial<contract.ClientInput> = {}) {
  const body = { client: { ...details, ...overrides }, noReminders: false }
  return (await answerOf(contract.createClient, await app.send(contract.createClient, { body }, { cookie })))
    .id
}
const get = async (id: string) =>
  answerOf(contract.getClient, await app.send(contract.getClient, { params: { id } }, { cookie }))
const refusal = async (response: Response) => (await response.json()) as Problem

test('a client is created with what was typed in, and its tax number as it is written', async () => {
  const id = await create()
  expect(await get(id)).toMatchObject({
    id,
    companyName: 'Acme',
    contactName: 'Ann',
    email: 'acme@example.com',
    taxId: 'DE123456788',
    taxTreatment: 'reverse_charge',
    currency: 'EUR',
    owed: [],
    settled: [],
    openInvoices: 0,
    paidInvoices: 0,
    pace: null,
    paceBefore: null,
  })
})

test('a tax number of another country is refused at its field', async () => {
  const body = { client: { ...details, taxId: '12' }, noReminders: false }
  const answer = await refusal(await app.send(contract.createClient, { body }, { cookie }))
  expect(answer).toMatchObject({ status: 422, fields: { 'client.taxId': expect.any(String) } })
})

test('an address that another client has is refused, and the client is found by it', async () => {
  const id = await create()
  const body = { client: { ...details, name: 'Other' }, noReminders: false }
  const answer = await refusal(await app.send(contract.createClient, { body }, { cookie }))
  expect(answer).toMatchObject({ status: 409, code: 'EMAIL_TAKEN', fields: { email: expect.any(String) } })
  const found = await app.send(
    contract.findClientByEmail,
    { query: { email: 'ACME@example.com' } },
    { cookie },
  )
  expect(await answerOf(contract.findClientByEmail, found)).toEqual({ client: { id, companyName: 'Acme' } })
})

test('a change by hand leaves existing invoices as they are, and does not overwrite another change', async () => {
  const made = await makeInvoice(app, cookie, {
    client: clientInput({ name: 'Acme', email: 'acme@example.com' }),
  })
  const id = made.client.id ?? ''
  const { updatedAt } = await get(id)
  const params = { id }
  const body = { client: { ...details, name: 'Acme Works', email: 'new@example.com' }, updatedAt }
  const changed = await app.send(contract.updateClient, { params, body }, { cookie })
  expect(changed.status).toBe(200)
  expect(await get(id)).toMatchObject({ companyName: 'Acme Works', email: 'new@example.com' })
  const invoice = await app.send(getInvoice, { params: { id: made.id } }, { cookie })
  expect((await answerOf(getInvoice, invoice)).client).toMatchObject({
    name: 'Acme',
    email: 'acme@example.com',
  })
  const again = await app.send(contract.updateClient, { params, body }, { cookie })
  expect(await refusal(again)).toMatchObject({ status: 409, code: 'CHANGED_ELSEWHERE' })
})

test('of two changes of the notes at once, one is refused and none is lost', async () => {
  const id = await create()
  const saveNotes = (notes: string, version: number) =>
    app.send(contract.saveClientNotes, { params: { id }, body: { notes, version } }, { cookie })
  const answers = await Promise.all([saveNotes('One', 0), saveNotes('Two', 0)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { notes, notesVersion } = await get(id)
  expect(['One', 'Two']).toContain(notes)
  expect(notesVersion).toBe(1)
  // The same text again is no conflict.
  expect((await saveNotes(notes, 0)).status).toBe(200)
  expect((await saveNotes('x'.repeat(10_001), 1)).status).toBe(422)
})

test('an archived client is not offered for invoices, and an invoice to it brings it back', async () => {
  const id = await create({ currency: null })
  const archive = () =>
    app.send(contract.archiveClient, { params: { id }, body: { archived: true } }, { cookie })
  const offered = async () =>
    (await answerOf(contract.listClients, await app.send(contract.listClients, { query: {} }, { cookie })))
      .clients
  await archive()
  expect(await offered()).toEqual([])
  expect((await get(id)).archivedAt).toBe(now.toISOString())
  const made = await makeInvoice(app, cookie, {
    client: clientInput({ name: 'Acme', email: 'acme@example.com' }),
  })
  expect(made.client.id).toBe(id)
  expect(await offered()).toHaveLength(1)
  expect((await get(id)).archivedAt).toBeNull()
})

test('a client without anything can be deleted, another one is to be archived', async () => {
  const id = await create()
  const remove = (which: string) => app.send(contract.deleteClient, { params: { id: which } }, { cookie })
  expect((await remove(id)).status).toBe(204)
  expect((await app.send(contract.getClient, { params: { id } }, { cookie })).status).toBe(404)
  const made = await makeInvoice(app, cookie)
  const refused = await refusal(await remove(made.client.id ?? ''))
  expect(refused).toMatchObject({
    status: 409,
    code: 'CLIENT_IN_USE',
    message: expect.stringMatching('1 invoice, so it can’t be deleted. Archive it instead'),
  })
})

test('the pace is the median of a year, beside that of the year before', async () => {
  const id = await create({ currency: null })
  const paid = (issueDate: string, days: number, dueDays: number) => {
    const at = (offset: number) => new Date(Date.parse(`${issueDate}T10:00:00Z`) + offset * 86_400_000)
    return addInvoiceRow(app.database, businessId, {
      clientId: id,
      issueDate,
      dueDate: at(dueDays).toISOString().slice(0, 10),
      status: 'paid',
      paidAt: at(days),
    })
  }
  for (const days of [10, 12, 40]) await paid('2026-06-01', days, 14)
  for (const days of [20, 30]) await paid('2025-03-01', days, 14)
  await paid('2020-03-01', 500, 14)
  expect(await get(id)).toMatchObject({
    paidInvoices: 6,
    settled: [{ currency: 'USD', minor: 6 * 125_000 }],
    pace: { days: 12, daysLate: -2, invoices: 3 },
    paceBefore: { days: 25, daysLate: 11, invoices: 2 },
  })
})

test('the invoices and the timeline of a client hold nothing of another, and every page is shown once', async () => {
  const id = await create({ currency: null })
  const client = clientInput({ id, name: 'Acme', email: 'acme@example.com' })
  const made = await Promise.all(Array.from({ length: 21 }, () => makeInvoice(app, cookie, { client })))
  await makeInvoice(app, cookie, { client: clientInput({ email: 'other@example.com' }) })
  const invoices = await answerOf(
    listClientInvoices,
    await app.send(listClientInvoices, { params: { id }, query: {} }, { cookie }),
  )
  expect(invoices.invoices.map((one) => one.id).toSorted()).toEqual(made.map((one) => one.id).toSorted())
  for (let n = 0; n < 12; n += 1) {
    const body = { notes: `${n}`, version: n }
    await app.send(contract.saveClientNotes, { params: { id }, body }, { cookie })
  }
  const read = async (query: { after?: string }) =>
    answerOf(getClientTimeline, await app.send(getClientTimeline, { params: { id }, query }, { cookie }))
  const first = await read({})
  const second = await read({ after: first.next ?? '' })
  const entries = [...first.entries, ...second.entries]
  expect(second.next).toBeNull()
  const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length
  expect([count('created'), count('client-notes'), count('client-created')]).toEqual([21, 12, 1])
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length)
})
