import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Invoice, createInvoice } from '../../../src/features/invoices/contract.ts'
import { eachText } from '../../../src/features/invoices/document/input-rules.ts'
import { addDays, dateIn } from '../../../src/shared/dates.ts'
import type { RequestOf } from '../../../src/shared/endpoint.ts'
import { asDatabaseOwner } from './database.ts'
import { productUrl } from './settings.ts'

/** Returns the id of the business of the user who is signed in. */
async function businessOf(page: Page): Promise<string> {
  const { session } = await (await page.request.get('/api/v1/session')).json()
  return session.business.id
}

/** An invoice as a program sends it. What it leaves out has a default. */
export type PostedInvoice = Omit<RequestOf<typeof createInvoice>['body'], 'requestId'>

const today = () => dateIn('UTC', new Date())

const unknown = { phone: '', address: '', contactName: '' }

/**
 * Creates an invoice with one amount, without a page and without mailing it, as the user of these requests.
 */
export async function postInvoice(
  request: APIRequestContext,
  changes: Partial<PostedInvoice> = {},
  origin = productUrl,
): Promise<Invoice> {
  const input: PostedInvoice = {
    company: { name: 'Test Business', email: 'billing@business.example', ...unknown },
    logoId: null,
    client: { id: null, name: 'Test Client', email: 'client@example.com', ...unknown },
    issueDate: today(),
    dueDate: addDays(today(), 30),
    paymentTerms: 'custom',
    ...eachText(''),
    currency: 'USD',
    charge: { kind: 'amount', amountMinor: 125_000 },
    sendOption: 'do_not_send',
    sendReminder: false,
    ...changes,
  }
  const response = await request.post(`${origin}/api/v1/invoices`, {
    headers: { origin },
    data: { ...input, requestId: randomUUID() },
  })
  expect(response.status()).toBe(200)
  return response.json()
}

interface Wanted extends Partial<Pick<PostedInvoice, 'sendOption' | 'currency'>> {
  client?: string
  email?: string
  minor?: number
  /** Days from today; negative for an overdue invoice. */
  dueInDays?: number
}

/** Does the same as the user who is signed in in the browser. */
export function makeInvoice(
  page: Page,
  {
    client = 'Test Client',
    email = 'client@example.com',
    minor = 125_000,
    dueInDays = 30,
    ...rest
  }: Wanted = {},
): Promise<Invoice> {
  return postInvoice(page.request, {
    client: { id: null, name: client, email, ...unknown },
    dueDate: addDays(today(), dueInDays),
    charge: { kind: 'amount', amountMinor: minor },
    ...rest,
  })
}

/** Adds more invoices than a plan allows: one due each day from tomorrow on, for "Client 1" to "Client n". */
export async function addInvoices(page: Page, count: number): Promise<void> {
  await asDatabaseOwner(
    `insert into invoices (business_id, id, number, created_by, company_name, company_email, client_name,
       client_email, issue_date, due_date, payment_terms, subtotal_minor, discount_minor, tax_minor, fees_minor,
       total_minor, send_option, send_reminder)
     select $1, id, upper(left(id::text, 8)), id, 'Test Business', 'billing@business.example', 'Client ' || n,
       'client' || n || '@example.com', $3::date, $3::date + n, 'custom', n * 100, 0, 0, 0, n * 100, 'email_later', false
     from (select n, gen_random_uuid() as id from generate_series(1, $2::integer) n) drawn`,
    [await businessOf(page), count, today()],
  )
}

export async function markPaid(invoiceId: string): Promise<void> {
  await asDatabaseOwner(
    `with paid as (
       update invoices set status = 'paid', paid_at = now(), received_minor = total_minor where id = $1
       returning business_id, id, number, currency, total_minor)
     insert into payments
       (business_id, invoice_id, invoice_number, method, currency, amount_minor, received_at, received_on)
     select business_id, id, number, 'transfer', currency, total_minor, now(), current_date from paid`,
    [invoiceId],
  )
}

/** Creates one invoice of each status: Corner Bakery, Bike Repair and Ceramics Studio. */
export async function makeOneOfEach(page: Page) {
  const pending = await makeInvoice(page, { client: 'Corner Bakery', minor: 100_000 })
  const overdue = await makeInvoice(page, { client: 'Bike Repair', minor: 20_050, dueInDays: -3 })
  const paid = await makeInvoice(page, { client: 'Ceramics Studio', minor: 333_333 })
  await markPaid(paid.id)
  return { pending, overdue, paid }
}
