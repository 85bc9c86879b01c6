import { type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Attachment } from '../../../src/features/attachments/contract.ts'
import type { Estimate } from '../../../src/features/estimates/contract.ts'
import type { Invoice } from '../../../src/features/invoices/contract.ts'
import type { Receipt } from '../../../src/features/receipts/contract.ts'
import type { Series } from '../../../src/features/recurring/contract.ts'
import type { Template } from '../../../src/features/templates/contract.ts'
import { makePicture } from '../fixtures/images.ts'
import { connectBank } from './banking.ts'
import { newEmail, signIn, signUp } from './browser.ts'
import { asDatabaseOwner } from './database.ts'
import { daysFromToday, makeExpense } from './expenses.ts'
import { postInvoice } from './invoices.ts'
import { addPayout } from './payouts.ts'
import { setPlan } from './plan.ts'
import { productUrl } from './settings.ts'

/** A word without a place to break it, of the widest letter. */
export const longWord = (length = 200) => 'W'.repeat(length)

const longEmail = () => `${randomUUID().replaceAll('-', '')}${longWord(30)}@${longWord(60)}.example`
const party = () => ({
  name: longWord(120),
  email: longEmail(),
  phone: longWord(40),
  address: longWord(),
  contactName: longWord(120),
})

async function post<Answer>(page: Page, path: string, data: unknown): Promise<Answer> {
  const response = await page.request.post(`/api/v1/${path}`, { headers: { origin: productUrl }, data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.status() === 204 ? (undefined as Answer) : response.json()
}

/** Signs the page in as an owner whose records have a long word in every text. Returns the ids of the records. */
export async function signInWithLongTexts(page: Page) {
  await signIn(page, await signUp(page.request, newEmail()))
  await setPlan(page, 'enterprise')
  const { name, email, ...rest } = party()
  const profile = await page.request.put('/api/v1/business/profile', {
    headers: { origin: productUrl },
    data: { ...rest, name, businessName: longWord(120), businessEmail: email, timeZone: 'UTC' },
  })
  expect(profile.status()).toBe(200)
  await post(page, 'tax-rates', { name: longWord(60), rate: 8100, description: longWord() })

  const texts = { purchaseOrder: longWord(60), description: longWord(), notes: longWord() }
  const charge = {
    kind: 'lines' as const,
    lines: [{ description: longWord(), quantity: 1500, rateMinor: 99_999_999 }],
    discount: { kind: 'fixed' as const, value: 1, description: longWord() },
    taxes: [{ name: longWord(60), rate: 8100 }],
    fees: [{ description: longWord(), amountMinor: 500 }],
  }
  const content = { company: party(), client: { id: null, ...party() }, ...texts, currency: 'USD', charge }
  const pending = await postInvoice(page.request, { ...content, sendOption: 'email_now' })
  await post(page, `public/invoices/${pending.id}/says-paid`, { note: longWord() })
  await post(page, `invoices/${pending.id}/payments`, {
    method: 'cash',
    amountMinor: 100,
    receivedOn: daysFromToday(0),
    note: longWord(),
    sendReceipt: false,
    requestId: randomUUID(),
  })
  await postInvoice(page.request, { ...content, dueDate: daysFromToday(-3), issueDate: daysFromToday(-30) })
  const paid = await postInvoice(page.request, content)
  await post(page, `public/invoices/${paid.id}/demo-payment`, undefined)

  const kept = { ...content, logoId: null, paymentTerms: 'custom', dueInDays: 30, sendReminder: true }
  const series = await post<Series>(page, 'recurring', {
    frequency: 'monthly',
    startDate: daysFromToday(10),
    end: { kind: 'never' },
    sends: true,
    content: kept,
    requestId: randomUUID(),
  })
  const template = await post<Template>(page, 'invoice-templates', { name: longWord(80), content: kept })
  const estimates = await addEstimates(page, kept)
  const expense = await makeExpense(page, { notes: longWord() })
  const repeating = await makeExpense(page, {
    notes: longWord(),
    repeat: { frequency: 'monthly', end: { kind: 'never' } },
  })
  const client = await fillClientPage(page, pending)
  await nameBank(page)
  const receipt = await addReceipt(page, expense.id)
  await addBankImports(page)
  return {
    invoices: { pending: pending.id, paid: paid.id },
    series: series.id,
    template: template.id,
    client,
    estimates,
    expense: expense.id,
    recurringExpense: repeating.seriesId,
    receipt,
    payout: await addPayout(page, { description: longWord() }),
  }
}

/** Adds notes, a file and billable work to the client of an invoice, and a file to the invoice. Returns the id of the client. */
async function fillClientPage(page: Page, { id, client }: Invoice): Promise<string> {
  const clientId = client.id ?? ''
  const put = async (path: string, data: unknown) => {
    const response = await page.request.put(`/api/v1/${path}`, { headers: { origin: productUrl }, data })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  }
  await put(`clients/${clientId}/notes`, { notes: longWord(), version: 0 })
  for (const path of [`clients/${clientId}`, `invoices/${id}`]) {
    const query = new URLSearchParams({ requestId: randomUUID(), fileName: `${longWord(150)}.pdf` })
    const file = await page.request.post(`/api/v1/attachments?${query.toString()}`, {
      headers: { origin: productUrl },
      data: Buffer.from('%PDF-1.7 terms'),
    })
    const kept: Attachment = await file.json()
    await put(`${path}/attachments`, { attachments: [kept.id] })
  }
  const rate = { rateMinor: 99_999_999, currency: 'USD' }
  const work = { ...rate, clientId, description: longWord(), requestId: randomUUID() }
  await post(page, 'time', { ...work, date: daysFromToday(0), seconds: 86_400 })
  await post(page, 'items', { ...rate, description: longWord(), taxNames: null })
  await makeExpense(page, { vendor: longWord(120), clientId })
  return clientId
}

/** One that is open, and one that was accepted, of which a part is invoiced. */
async function addEstimates(page: Page, content: object): Promise<Record<'open' | 'accepted', string>> {
  const make = () =>
    post<Estimate>(page, 'estimates', {
      content,
      issueDate: daysFromToday(0),
      validUntil: daysFromToday(30),
      sendOption: 'email_now',
      requestId: randomUUID(),
    })
  const [open, accepted] = [await make(), await make()]
  await post(page, `public/estimates/${accepted.id}/decision`, {
    decision: 'accept',
    name: longWord(120),
    note: longWord(),
    signature: { kind: 'typed', text: longWord(120) },
    version: accepted.version,
  })
  const part = { kind: 'percentage', percentage: 30_000 }
  await post(page, `estimates/${accepted.id}/invoices`, { part, requestId: randomUUID() })
  return { open: open.id, accepted: accepted.id }
}

/** What was read from it is written by hand: no picture has such words. */
async function addReceipt(page: Page, expenseId: string): Promise<string> {
  const query = new URLSearchParams({ requestId: randomUUID(), fileName: longWord(100) })
  const response = await page.request.post(`/api/v1/receipts?${query.toString()}`, {
    headers: { origin: productUrl },
    data: await makePicture('png'),
  })
  const { id }: Receipt = await response.json()
  await asDatabaseOwner(
    `update receipts set state = 'unreadable', problem = $2, merchant = $2, sender = $2, source = 'email', expense_id = $3,
       filed_by = 'owner', items = json_build_array(json_build_object('description', $2::text, 'amountMinor', 99999999))
     where id = $1`,
    [id, longWord(), expenseId],
  )
  return id
}

/** Bank files in the list of imports: one that failed, and one that can be undone. */
async function addBankImports(page: Page): Promise<void> {
  const { session } = await (await page.request.get('/api/v1/session')).json()
  await asDatabaseOwner(
    `insert into bank_imports (business_id, created_by, request_id, file_name, format, shape, state, problem)
     select $1, $2, gen_random_uuid(), $3, 'csv', '', state, $3 from unnest(array['failed', 'imported']) as state`,
    [session.business.id, session.user.id, longWord()],
  )
}

/** The demo bank has short names, so its rows are renamed. One account has lost its connection. */
async function nameBank(page: Page): Promise<void> {
  await connectBank(page, 'chase')
  const { session } = await (await page.request.get('/api/v1/session')).json()
  const values = [session.business.id, longWord()]
  await asDatabaseOwner(
    `update bank_connections set institution_name = $2, problem = $2, state = 'reconnect' where business_id = $1`,
    values,
  )
  await asDatabaseOwner('update bank_accounts set name = $2 where business_id = $1', values)
  await asDatabaseOwner(
    `update transactions set description = $2, merchant = $2, chosen_category = left($2, 100) where business_id = $1`,
    values,
  )
}

/** Sends a contact message with a long word in every field, for the admin's pages. */
export async function fillAdminPages(page: Page): Promise<void> {
  await post(page, 'contact', {
    name: longWord(100),
    email: longEmail(),
    subject: longWord(150),
    message: longWord(),
  })
}
