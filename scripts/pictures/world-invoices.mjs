import { randomUUID } from 'node:crypto'
import { brandPackage, day, one } from './charges.mjs'

/**
 * @typedef {import('./api.mjs').Api} Api
 * @typedef {import('./world.mjs').Parts} Parts
 * @typedef {import('@playwright/test').BrowserContext} BrowserContext
 * @typedef {{ id: string, number: string, publicUrl: string, totalMinor: number }} Invoice
 */

/**
 * Adds open invoices and moves existing ones of the demo business forward in time.
 * @param {Api} api
 * @param {Parts} parts
 * @param {BrowserContext} clientContext the browser in which clients open their invoices
 */
export async function addInvoices(api, { company, logoId, client }, clientContext) {
  /** @param {string} name @param {object} facts */
  const add = (name, facts) =>
    api('post', '/invoices', {
      company,
      logoId,
      client: client(name),
      paymentTerms: 'net_30',
      purchaseOrder: '',
      description: '',
      notes: '',
      sendOption: 'email_now',
      sendReminder: true,
      requestId: randomUUID(),
      ...facts,
    })
  const fresh = await add('Harbour Street Bakery', {
    issueDate: day(-3),
    dueDate: day(27),
    charge: brandPackage,
    notes: 'Thank you for your business.',
  })
  const reminded = await add('Green Valley Landscaping', {
    issueDate: day(-20),
    dueDate: day(10),
    charge: one('Catalog: layout and print files', 148_000),
  })
  const soon = await add('Lakeside Yoga', {
    issueDate: day(-13),
    dueDate: day(2),
    paymentTerms: 'net_15',
    charge: one('Class schedule, winter', 46_000),
  })
  await add('Harbour Street Bakery', {
    issueDate: day(-9),
    dueDate: day(6),
    paymentTerms: 'net_15',
    charge: one('Photographs of the new breads', 54_000),
  })
  const { invoices } = await api('get', '/invoices')
  /** @param {string} name @param {string} status @param {boolean} isPartPaid */
  const earlier = (name, status, isPartPaid = false) =>
    invoices.find(
      (/** @type {{ clientName: string, status: string, openMinor: number, totalMinor: number }} */ row) =>
        row.clientName === name && row.status === status && row.openMinor < row.totalMinor === isPartPaid,
    )
  const late = earlier('Northside Dental Practice', 'overdue')
  const twice = earlier('Old Mill Brewery', 'pending')
  // In three parts, of which the first is paid.
  const inParts = earlier('Old Mill Brewery', 'pending', true)
  await (await openInvoice(clientContext, late)).close()
  await (await openInvoice(clientContext, reminded)).close()
  await api('post', `/invoices/${reminded.id}/reminders/remind`)
  await payInTwo(api, twice, clientContext)
  return { fresh, reminded, soon, late, twice, inParts }
}

/**
 * Opens an invoice as its client, which records that it was viewed.
 * @param {BrowserContext} context
 * @param {Invoice} invoice
 */
async function openInvoice(context, { publicUrl }) {
  const page = await context.newPage()
  const viewed = page.waitForResponse('**/viewed')
  await page.goto(publicUrl)
  await viewed
  return page
}

/**
 * Records two payments that cover an invoice, with a receipt for the second.
 * @param {Api} api
 * @param {Invoice} invoice
 * @param {BrowserContext} clientContext
 */
async function payInTwo(api, invoice, clientContext) {
  await (await openInvoice(clientContext, invoice)).close()
  const firstMinor = 80_000
  /** @param {number} amountMinor @param {string} note @param {boolean} sendReceipt */
  const record = (amountMinor, note, sendReceipt) =>
    api('post', `/invoices/${invoice.id}/payments`, {
      method: 'transfer',
      amountMinor,
      receivedOn: day(-2),
      note,
      sendReceipt,
      requestId: randomUUID(),
    })
  await record(firstMinor, 'First half', false)
  await record(invoice.totalMinor - firstMinor, 'Second half', true)
}
