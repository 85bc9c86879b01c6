import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { apiOf } from './api.mjs'
import { brandPackage, day } from './charges.mjs'
import { findMail } from './mail.mjs'

/**
 * @typedef {import('./api.mjs').Api} Api
 * @typedef {import('./world.mjs').Parts} Parts
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').BrowserContext} BrowserContext
 */

const beerGarden = {
  kind: 'lines',
  lines: [
    { description: 'Beer garden: signs and menu boards', quantity: 1000, rateMinor: 260_000 },
    { description: 'Mounting, per hour', quantity: 7000, rateMinor: 8500 },
  ],
  discount: null,
  taxes: [{ name: 'Sales tax', rate: 6250 }],
  fees: [],
}

/**
 * Adds an estimate that waits for its client, and one that its client has accepted and signed.
 * @param {Api} api
 * @param {Parts & { content: (facts: object) => object }} parts
 * @param {Api} asClient
 */
export async function addEstimates(api, { company, logoId, client, content }, asClient) {
  /** @param {string} name @param {object} charge @param {number} days */
  const add = (name, charge, days) =>
    api('post', '/estimates', {
      content: content({ company, logoId, client: client(name), charge }),
      issueDate: day(days),
      validUntil: day(days + 30),
      sendOption: 'email_now',
      requestId: randomUUID(),
    })
  const open = await add('Harbour Street Bakery', brandPackage, -1)
  const accepted = await add('Old Mill Brewery', beerGarden, -6)
  await asClient('post', `/public/estimates/${accepted.id}/decision`, {
    decision: 'accept',
    name: 'Demo Client',
    signature: { kind: 'typed', text: 'Demo Client' },
    version: accepted.version,
  })
  return { open, accepted }
}

/**
 * Opens the portal of a client on their own device, with the code of the email.
 * @param {Browser} browser
 * @param {Api} api
 * @param {{ origin: string, mailFolder: string }} product
 * @param {string} clientId
 */
export async function openPortal(browser, api, { origin, mailFolder }, clientId) {
  const { url } = await api('get', `/clients/${clientId}/portal`)
  const path = new URL(url).pathname
  const context = await browser.newContext()
  const asClient = apiOf(context, origin)
  await asClient('post', `${path}/code`)
  await asClient('post', `${path}/devices`, { code: await codeIn(mailFolder) })
  await asClient('post', `${path}/opened`)
  const storageState = await context.storageState()
  await context.close()
  return { path, storageState }
}

/**
 * Waits for the email with the code.
 * @param {string} mailFolder
 */
async function codeIn(mailFolder) {
  for (;;) {
    const mail = await findMail(mailFolder, /^Your code for/)
    const code = /Code: (\d{6})/.exec(mail?.text ?? '')?.[1]
    if (code) return code
    await setTimeout(200)
  }
}
