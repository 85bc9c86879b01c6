import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { signIn, signUp } from './browser.ts'
import { postInvoice } from './invoices.ts'

export const invoiceCreated = 'Your invoice has been created successfully. Client information has been saved.'
export const field = (page: Page, label: string) => page.getByRole('form').getByLabel(label, { exact: true })
export const createButton = (page: Page) => page.getByRole('button', { name: 'Create Invoice' })

export async function fillClient(page: Page, name: string) {
  await field(page, 'Client Company Name').fill(name)
  await field(page, 'Client Email').fill(`${name.toLowerCase().replaceAll(' ', '-')}@example.com`)
}

/** Signs in and opens the empty form. */
export async function openForm(page: Page, request: APIRequestContext) {
  const person = await signUp(request)
  await signIn(page, person)
  await page.goto('/invoices/new')
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Invoice' })).toBeVisible()
  return person
}

/** Creates an invoice without the page, as the user who is signed in there. */
export function makeFirstInvoice(page: Page) {
  return postInvoice(page.request, {
    client: {
      id: null,
      name: 'First Client',
      email: 'first@example.com',
      phone: '555 0100',
      address: '',
      contactName: '',
    },
    issueDate: '2030-01-01',
    dueDate: '2030-01-31',
    paymentTerms: 'net_30',
    description: 'Work',
    charge: { kind: 'amount', amountMinor: 12_500 },
  })
}

export async function listInvoices(page: Page) {
  const response = await page.request.get('/api/v1/invoices')
  return ((await response.json()) as { invoices: { clientName: string; totalMinor: number }[] }).invoices
}
