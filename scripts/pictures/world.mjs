import { devices } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { apiOf } from './api.mjs'
import { brandPackage, day, one } from './charges.mjs'
import { drawLogo } from './logo.mjs'
import { addEstimates, openPortal } from './world-clients.mjs'
import { addInvoices } from './world-invoices.mjs'

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').BrowserContext} BrowserContext
 * @typedef {import('./api.mjs').Api} Api
 * @typedef {Awaited<ReturnType<typeof fillWorld>>} World the data that the scenes refer to
 */

const demo = { email: 'demo@millrace.example', password: 'demo-millrace-demo' }
const newcomer = { email: 'owner@corner-repairs.example', password: 'a bench, a vise and a lamp' }

const otherDevices = [
  { ...devices['iPhone 15'], extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.7' } },
  { ...devices['Desktop Firefox'], extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.80' } },
]

/**
 * Adds the data that the screenshots need beyond the demo business's year of invoices and expenses.
 * @param {Browser} browser
 * @param {{ origin: string, mailFolder: string }} product
 */
export async function fillWorld(browser, { origin, mailFolder }) {
  for (const device of otherDevices) await signIn(browser, origin, device)
  const owner = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.24' } })
  const api = apiOf(owner, origin)
  await api('post', '/auth/sign-in', demo)
  await startTrial(owner, api)
  const business = await addLogo(owner, api, origin)
  await setReminders(api)
  const parts = await partsOf(api, business)
  const stranger = await signUpNewcomer(browser, origin)
  const invoices = await addInvoices(api, parts, stranger)
  const client = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.42' } })
  const estimates = await addEstimates(api, { ...parts, content: contentOf }, apiOf(client, origin))
  await client.close()
  await addSeries(api, parts)
  await addTemplates(api, parts)
  await addTaxes(api)
  await addBanks(api)
  await addRules(api)
  const clientId = parts.client('Harbour Street Bakery').id
  const portal = await openPortal(browser, api, { origin, mailFolder }, clientId)
  const world = {
    mailFolder,
    invoices,
    estimates,
    clientId,
    portalPath: portal.path,
    client: portal.storageState,
    owner: await owner.storageState(),
    newcomer: await stranger.storageState(),
  }
  await stranger.close()
  await owner.close()
  return world
}

/**
 * @param {Browser} browser
 * @param {string} origin
 * @param {import('@playwright/test').BrowserContextOptions} device
 */
async function signIn(browser, origin, device) {
  const context = await browser.newContext(device)
  await apiOf(context, origin)('post', '/auth/sign-in', demo)
  await context.close()
}

/**
 * Starts a trial of Pro on the page of the built-in card sandbox.
 * @param {BrowserContext} context
 * @param {Api} api
 */
async function startTrial(context, api) {
  const { url } = await api('post', '/subscription/checkout', { plan: 'pro', interval: 'month' })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'Start trial', exact: true }).click()
  await page.waitForURL('**/settings')
  await page.getByText('14 days', { exact: false }).or(page.getByText('Your trial ends')).first().waitFor()
  await page.close()
}

/**
 * @param {BrowserContext} context
 * @param {Api} api
 * @param {string} origin
 */
async function addLogo(context, api, origin) {
  const response = await context.request.post(`${origin}/api/v1/business/logo`, {
    headers: { origin, 'content-type': 'image/png' },
    data: await drawLogo(),
  })
  if (!response.ok()) throw new Error(`the logo: ${await response.text()}`)
  return api('get', '/business')
}

/** @param {Api} api */
function setReminders(api) {
  const defaultText = { subject: null, body: null }
  return api('put', '/reminders/settings', {
    hasOwnSeries: true,
    sendHour: 9,
    steps: [-3, 1, 7].map((offsetDays) => ({ offsetDays, ...defaultText })),
  })
}

/**
 * Returns the company data for invoices, and a function that finds a client by name.
 * @param {Api} api
 * @param {{ name: string, email: string, phone: string, address: string, contactName: string, logo: { id:
 * string } }} business
 */
async function partsOf(api, { name, email, phone, address, contactName, logo }) {
  const { clients } = await api('get', '/clients')
  /** @param {string} wanted */
  const client = (wanted) => {
    const found = clients.find((/** @type {{ companyName: string }} */ row) => row.companyName === wanted)
    return {
      id: found.id,
      name: found.companyName,
      email: found.email,
      phone: found.phone,
      address: found.address,
      contactName: found.contactName,
    }
  }
  return { company: { name, email, phone, address, contactName }, logoId: logo.id, client }
}

/** @typedef {Awaited<ReturnType<typeof partsOf>>} Parts */

/**
 * @param {Api} api
 * @param {Parts} parts
 */
async function addSeries(api, { company, logoId, client }) {
  const wanted = [
    {
      name: 'Harbour Street Bakery',
      charge: one('Website care plan', 18_000),
      frequency: 'monthly',
      start: 14,
    },
    {
      name: 'Old Mill Brewery',
      charge: one('Label of the season', 64_000),
      frequency: 'quarterly',
      start: 45,
    },
    { name: 'Corner Bookshop', charge: one('Window poster', 12_500), frequency: 'weekly', start: 4 },
  ]
  for (const { name, charge, frequency, start } of wanted) {
    await api('post', '/recurring', {
      frequency,
      startDate: day(start),
      end: { kind: 'never' },
      sends: true,
      content: contentOf({ company, logoId, client: client(name), charge }),
      requestId: randomUUID(),
    })
  }
}

/** @param {object} facts */
const contentOf = (facts) => ({
  paymentTerms: 'net_15',
  dueInDays: null,
  purchaseOrder: '',
  description: '',
  notes: '',
  currency: 'USD',
  sendReminder: true,
  ...facts,
})

/**
 * @param {Api} api
 * @param {Parts} parts
 */
async function addTemplates(api, { company, logoId, client }) {
  const wanted = [
    { name: 'Website care', client: 'Harbour Street Bakery', charge: one('Website care plan', 18_000) },
    { name: 'Brand package', client: 'Old Mill Brewery', charge: brandPackage },
    { name: 'Poster', client: 'Corner Bookshop', charge: one('Window poster', 12_500) },
  ]
  for (const { name, client: whom, charge } of wanted) {
    const content = contentOf({ company, logoId, client: client(whom), charge })
    await api('post', '/invoice-templates', { name, content })
  }
}

/** @param {Api} api */
async function addTaxes(api) {
  await api('post', '/tax-rates', { name: 'City tax', rate: 1500, description: '', isDefault: false })
}

/**
 * Connects banks until the cash balance is positive enough. The demo bank generates random accounts.
 * @param {Api} api
 */
async function addBanks(api) {
  for (const institution of ['wells', 'citi', 'us_bank', 'bofa']) {
    const { totals } = await bankingOf(api)
    if (totals.cashMinor - totals.cardsOwedMinor > 300_000) return
    await api('post', '/banking/connections', { institution, requestId: randomUUID() })
  }
}

/**
 * Returns the banking data once all connections are synced.
 * @param {Api} api
 */
async function bankingOf(api) {
  for (;;) {
    const banking = await api('get', '/banking')
    const isBusy = banking.connections.some(
      (/** @type {{ isSyncing: boolean, lastSyncedAt: string | null }} */ row) =>
        row.isSyncing || !row.lastSyncedAt,
    )
    if (!isBusy) return banking
    await setTimeout(200)
  }
}

/** @param {Api} api */
async function addRules(api) {
  const { transactions } = await api('get', '/transactions')
  const wanted = {
    'Office Supply Store': 'Business',
    'City Transit': 'Travel',
    'Corner Grocery': 'Groceries',
  }
  for (const [description, category] of Object.entries(wanted)) {
    const found = transactions.find((/** @type {{ description: string }} */ row) =>
      row.description.startsWith(description),
    )
    if (found) await api('post', '/transactions/rules', { transactionId: found.id, category })
  }
}

/**
 * Signs up a new user without any data.
 * @param {Browser} browser
 * @param {string} origin
 */
async function signUpNewcomer(browser, origin) {
  const context = await browser.newContext()
  const api = apiOf(context, origin)
  await api('post', '/auth/sign-up', {
    name: 'Test Owner',
    ...newcomer,
    businessName: 'Corner Repairs',
    timeZone: 'America/New_York',
  })
  await api('post', '/auth/sign-in', newcomer)
  return context
}
