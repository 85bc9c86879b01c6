import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Plan } from '../../../src/features/billing/rules.ts'
import { createInvoice } from '../../../src/features/invoices/contract.ts'
import type { InvoiceInput } from '../../../src/features/invoices/document/input-rules.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { answerOf } from '../test-app.ts'
import type { TestApp } from '../test-app.ts'

/** An invoice of three lines, as the form sends it; `overrides` replace whole fields. */
export function invoiceInput(overrides: Partial<InvoiceInput> = {}): InvoiceInput {
  return {
    company: {
      name: 'Test Business',
      email: 'billing@business.example',
      phone: '+41 44 000 00 00',
      address: '1 Mill Lane\n8000 Zurich',
      contactName: 'Test Owner',
    },
    logoId: null,
    client: {
      id: null,
      name: 'Test Client',
      email: 'client@example.com',
      phone: '',
      address: '',
      contactName: '',
    },
    issueDate: '2026-11-01',
    dueDate: '2026-12-01',
    paymentTerms: 'net_30',
    purchaseOrder: '',
    description: '',
    notes: '',
    charge: {
      kind: 'lines',
      lines: [
        { description: 'Design', quantity: 1500, rateCents: 12_000 },
        { description: 'Development', quantity: 10_000, rateCents: 15_000 },
        { description: 'Hosting', quantity: 1000, rateCents: 4999 },
      ],
      discount: { kind: 'percentage', value: 10_000, description: '' },
      taxes: [{ name: 'VAT', rate: 8100 }],
      fees: [{ description: 'Delivery', amountCents: 1500 }],
    },
    sendOption: 'do_not_send',
    sendReminder: false,
    ...overrides,
  }
}

/** The client of an invoice, as the form sends it. */
export function clientInput(overrides: Partial<InvoiceInput['client']> = {}): InvoiceInput['client'] {
  return { ...invoiceInput().client, ...overrides }
}

/** Makes an invoice through the API, as the owner of this cookie. */
export async function makeInvoice(app: TestApp, cookie: string, overrides: Partial<InvoiceInput> = {}) {
  const body = { ...invoiceInput(overrides), requestId: randomUUID() }
  return answerOf(createInvoice, await app.send(createInvoice, { body }, { cookie }))
}

/** Runs SQL as the owner of the tables, whom row-level security binds as well unless it is lifted for the moment. */
export async function asOwner(app: TestApp, table: 'businesses' | 'clients' | 'invoices', sql: string) {
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  try {
    await client.query(`begin; alter table ${table} no force row level security; ${sql};
                        alter table ${table} force row level security; commit`)
  } finally {
    await client.end()
  }
}

export async function setPlan(app: TestApp, businessId: string, plan: Plan) {
  await asOwner(app, 'businesses', `update businesses set plan = '${plan}' where id = '${businessId}'`)
}

/** As if the client had paid. */
export async function markPaid(app: TestApp, businessId: string, invoiceId: string) {
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `with paid as (
         update invoices set status = 'paid', paid_at = now(), received_cents = total_cents where id = $1
         returning business_id, id, number, total_cents)
       insert into payments (business_id, invoice_id, invoice_number, method, amount_cents, received_at, received_on)
       select business_id, id, number, 'transfer', total_cents, now(), current_date from paid`,
      [invoiceId],
    ),
  )
}
