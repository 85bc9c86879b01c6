import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { demoSignIn } from '../../src/programs/seed-demo.ts'
import { apiOf } from '../pictures/api.mjs'
import { frame } from './encode.mjs'

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').BrowserContext} BrowserContext
 * @typedef {Awaited<ReturnType<typeof setStage>>} Stage the users in the videos
 */

const newcomer = { email: 'owner@corner-repairs.example', password: 'a bench, a vise and a lamp' }
const profile = {
  name: 'Test Owner',
  businessName: 'Corner Repairs',
  businessEmail: '',
  phone: '(207) 555-0117',
  address: '12 Wharf Street\nPortland, ME 04101',
  contactName: '',
  timeZone: 'America/New_York',
}

/**
 * Opens a browser context for each of the owner of the demo business, a new user and a client.
 * @param {Browser} browser
 * @param {{ origin: string, mailFolder: string }} product
 */
export async function setStage(browser, { origin, mailFolder }) {
  const open = () =>
    browser.newContext({
      viewport: frame,
      baseURL: origin,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      locale: 'en-US',
      timezoneId: 'America/New_York',
    })
  const [owner, beginner, client] = [await open(), await open(), await open()]
  const api = apiOf(owner, origin)
  await api('post', '/auth/sign-in', demoSignIn)
  await signUp(apiOf(beginner, origin), mailFolder)
  return {
    /** Calls the API as the owner. */
    api,
    /** @param {string} path */
    asOwner: (path) => openPage(owner, path),
    /** @param {string} path */
    asBeginner: (path) => openPage(beginner, path),
    /** @param {string} path */
    asClient: (path) => openPage(client, path),
  }
}

/**
 * @param {BrowserContext} context
 * @param {string} path
 */
async function openPage(context, path) {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/**
 * @param {import('../pictures/api.mjs').Api} api
 * @param {string} mailFolder
 */
async function signUp(api, mailFolder) {
  const { name, businessName, timeZone } = profile
  await api('post', '/auth/sign-up', { name, businessName, timeZone, ...newcomer })
  await api('post', '/auth/sign-in', newcomer)
  await api('put', '/business/profile', profile)
  await api('post', '/auth/verify-email', { token: await tokenInMail(mailFolder) })
}

/** @param {string} folder */
async function tokenInMail(folder) {
  for (let tries = 0; tries < 100; tries++) {
    for (const name of await readdir(folder).catch(() => [])) {
      const { text = '' } = await PostalMime.parse(await readFile(join(folder, name)))
      const token = /\/verify-email#token=(\S+)/.exec(text)?.[1]
      if (token) return token
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the mail with the link did not come')
}
