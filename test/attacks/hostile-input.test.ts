import { unzipSync } from 'fflate'
import { glob, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportData, requestDeletion } from '../../src/features/account/contract.ts'
import { sendResetLink } from '../../src/features/admin/contract.ts'
import * as auth from '../../src/features/auth/contract.ts'
import { uploadBankFile } from '../../src/features/bank-files/contract.ts'
import { createClient } from '../../src/features/clients/contract.ts'
import { addComment } from '../../src/features/comments/contract.ts'
import {
  answerContactMessage,
  listContactMessages,
  sendContactMessage,
} from '../../src/features/contact/contract.ts'
import * as invoices from '../../src/features/invoices/contract.ts'
import { emailPublicInvoice } from '../../src/features/invoices/public/contract.ts'
import { createExpenseOfTransaction } from '../../src/features/matching/contract.ts'
import { payDemo } from '../../src/features/payments/contract.ts'
import { enterPortalCode, sendPortalCode } from '../../src/features/portal/contract.ts'
import { getClientPortal } from '../../src/features/portal/owner/contract.ts'
import { remindNow, sayPaid } from '../../src/features/reminders/contract.ts'
import { addBusiness } from '../../src/features/team/contract.ts'
import type { Endpoint } from '../../src/shared/endpoint.ts'
import { addMember } from '../support/add-member.ts'
import { jsonSchemaOf, nameOf, partsOf, shoot, withPart } from '../support/attack-world.ts'
import { goodBody } from '../support/fixtures/good-bodies.ts'
import { clientInput } from '../support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../support/fixtures/invoices.ts'
import { addReceiptRows } from '../support/fixtures/receipt-rows.ts'
import { addTransactionRows } from '../support/fixtures/transaction-rows.ts'
import { dumpDatabase } from '../support/leak-search.ts'
import {
  type TestApp,
  answerOf,
  cookieOf,
  createTestApp,
  goodPassword,
  signUpAdmin,
} from '../support/test-app.ts'

const markup = `"><img src=x onerror=alert(1)><script>alert(1)</script>`
const formula = '=HYPERLINK("https://evil.example","here")'
const header = 'a\r\nBcc: evil@evil.example'
/** A host that a request may name but no link may contain. */
const hostileHost = 'hostile-host.example'
const headers = {
  host: hostileHost,
  'x-forwarded-host': hostileHost,
  'x-forwarded-server': hostileHost,
  'x-original-host': hostileHost,
  'x-forwarded-proto': 'https',
  forwarded: `host=${hostileHost};proto=https`,
  referer: `https://${hostileHost}/`,
}

let app: TestApp
let owner: { cookie: string; businessId: string; email: string }
let admin: { cookie: string }
let clientId: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await signUpAdmin(app)
  const email = 'owner@business.example'
  const password = goodPassword
  const names = { name: markup.slice(0, 80), businessName: markup }
  const body = { ...goodBody(auth.signUp), ...names, email, password }
  const made = await shoot(app, auth.signUp, { body, headers })
  if (!made.ok) throw new Error(await made.text())
  const { cookie, session } = await app.signIn({ email, password })
  owner = { cookie, businessId: session.business.id, email }
  await setPlan(app, owner.businessId, 'enterprise')
  const client = await fire(createClient)
  clientId = (await answerOf(createClient, client)).id
})
afterAll(() => app.close())

interface Mail {
  kind: string
  from_address: string
  to_address: string
  reply_to: string | null
  subject: string
  html: string
  text: string
}
const readMails = async () => (await app.database.platform.query<Mail>('select * from mails')).rows

const fire = (endpoint: Endpoint, shot: Parameters<typeof shoot>[2] = {}) =>
  shoot(app, endpoint, { cookie: owner.cookie, ...shot, headers })

/** Creates an invoice with markup in every text, and triggers everything that mails about it. */
async function mailAboutAnInvoice() {
  const tax = { country: '', taxId: markup.slice(0, 40) }
  const party = { name: markup, phone: markup.slice(0, 40), address: markup, contactName: markup, ...tax }
  const { id } = await makeInvoice(app, owner.cookie, {
    company: { ...party, email: 'billing@business.example' },
    client: clientInput({ ...party, email: 'client@example.com' }),
    description: markup,
    notes: markup,
    purchaseOrder: markup.slice(0, 60),
    taxNote: markup,
  })
  const params = { id }
  await fire(invoices.emailInvoice, { params })
  await fire(emailPublicInvoice, { params, cookie: undefined })
  await fire(remindNow, { params })
  await fire(sayPaid, { params, cookie: undefined, body: { note: markup } })
  const { userId } = await addMember(app, owner.businessId, 'viewer')
  await fire(addComment.invoice, {
    params,
    body: { ...goodBody(addComment.invoice), body: markup, mentions: [userId] },
  })
  await fire(payDemo, { params, cookie: undefined })
}

async function mailAboutAccounts() {
  await fire(auth.forgotPassword, { body: { email: owner.email } })
  await fire(auth.resendVerification)
  await fire(sendContactMessage, {
    body: { ...goodBody(sendContactMessage), name: markup, subject: markup, message: markup },
  })
  const listed = await fire(listContactMessages, { cookie: admin.cookie })
  const { messages } = await answerOf(listContactMessages, listed)
  await fire(answerContactMessage, {
    cookie: admin.cookie,
    params: { id: messages[0]?.id ?? '' },
    body: { ...goodBody(answerContactMessage), body: markup },
  })
  const { rows } = await app.database.auth.query(`select id from auth.users where email = $1`, [owner.email])
  await fire(sendResetLink, { cookie: admin.cookie, params: { id: rows[0].id } })
  await fire(requestDeletion, { body: { confirmation: markup, password: goodPassword } })
}

test('markup stays words in every mail, and no mail links to a host that a request named', async () => {
  await mailAboutAnInvoice()
  await mailAboutAccounts()
  // A job sends the reset link, so that the response does not reveal whether the address exists.
  await app.startJobs()
  await expect.poll(async () => (await readMails()).map(({ kind }) => kind)).toContain('reset-password')
  const mails = await readMails()
  expect([...new Set(mails.map(({ kind }) => kind))].toSorted()).toEqual([
    'account-deletion',
    'client-says-paid',
    'contact-acknowledgement',
    'contact-answer',
    'contact-message',
    'invoice',
    'mention',
    'payment-received',
    'receipt',
    'reminder',
    'reset-password',
    'verify-email',
  ])
  for (const { kind, html, text } of mails) {
    expect(html.match(/<script|<img src=x|onerror=(?!alert\(1\)&gt;)/gi), kind).toBeNull()
    expect([kind, `${html}${text}`.includes(hostileHost)]).toEqual([kind, false])
    for (const [, url] of html.matchAll(/href="([^"]*)"/g)) {
      expect(url, kind).toMatch(/^(http:\/\/localhost:3000(\/|$)|mailto:)/)
    }
  }
})

/** Returns the paths of all free texts in a body. */
function textPaths(endpoint: Endpoint): string[][] {
  if (!endpoint.body) return []
  const paths = [...partsOf(jsonSchemaOf(endpoint.body))]
    .filter(([, part]) => part.type === 'string' && part.format === undefined && !('enum' in part))
    .map(([path]) => path)
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()]
}

interface State {
  id?: string
  version?: number
  updatedAt?: string
}

/**
 * Creates the object that a route with an id is about, through its parent route; undefined if there is none.
 */
async function makeTarget({ path }: Endpoint): Promise<State | undefined> {
  // Made of a file, and not of a body.
  if (path.startsWith('/api/v1/receipts/{')) {
    const [id = ''] = await addReceiptRows(app.database, owner.businessId, [{}])
    return { id, version: 1 }
  }
  if (path.startsWith('/api/v1/bank-imports/{')) {
    const file = new Blob(['Date,Description,Amount\n2026-05-13,Rent,-900.00\n'])
    const query = { fileName: 'may.csv', requestId: crypto.randomUUID() }
    const sent = await app.send(uploadBankFile, { file, query }, { cookie: owner.cookie })
    return { id: (await answerOf(uploadBankFile, sent)).import.id }
  }
  if (path === createExpenseOfTransaction.path) {
    const [id = ''] = await addTransactionRows(app.database, owner.businessId, [{}])
    return { id }
  }
  const above = path.replace('/public/', '/').split('/{')[0]

  const making = app.api.endpoints.find((one) => one.method === 'post' && one.path === above && one.body)
  if (!making || !path.includes('{')) return undefined
  return (await (await fire(making, { body: ownBody(making) })).json()) as State
}

/** The portal of a client, and the cookie of a device that was confirmed with the code. */
async function openPortal(): Promise<{ token: string; cookie: string }> {
  const portal = await answerOf(getClientPortal, await fire(getClientPortal, { params: { id: clientId } }))
  const token = portal.url?.split('/').at(-1) ?? ''
  await fire(sendPortalCode, { params: { token }, cookie: undefined })
  const mail = (await readMails()).find(({ kind }) => kind === 'portal-code')
  const code = /Code: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? ''
  const entered = await fire(enterPortalCode, { params: { token }, body: { code }, cookie: undefined })
  return { token, cookie: cookieOf(entered) }
}

/** A valid body that names a client of the owner where it names one. */
function ownBody(endpoint: Endpoint): Record<string, unknown> {
  const body = goodBody(endpoint)
  return 'clientId' in body ? { ...body, clientId } : body
}

/** Writes this text to one path of an otherwise valid body. */
async function write(
  endpoint: Endpoint,
  path: string[],
  text: string,
  target: State | undefined,
  portal: { token: string; cookie: string },
) {
  const body = ownBody(endpoint)
  for (const name of ['version', 'updatedAt'] as const) if (target && name in body) body[name] = target[name]
  const isOfPortal = endpoint.path.includes('{token}')
  const user = endpoint.access === 'admin' ? admin : owner
  return shoot(app, endpoint, {
    cookie: isOfPortal ? portal.cookie : user.cookie,
    params: {
      kind: 'expense',
      name: 'Rent',
      ...(target?.id && { id: target.id }),
      ...(isOfPortal && { token: portal.token }),
    },
    body: withPart(body, path, text),
    headers: { ...headers, 'x-forwarded-for': crypto.randomUUID() },
  })
}

test('whatever is written into a field, no answer is a page, no mail gets a header, and no request fails', async () => {
  // The last one moves the session into another business.
  const open = app.api.endpoints.filter(
    (endpoint) =>
      !endpoint.path.includes('/auth/') && !endpoint.path.endsWith('/test') && endpoint !== addBusiness,
  )
  const portal = await openPortal()
  const unreached: string[] = []
  for (const endpoint of open.filter((one) => textPaths(one).length > 0)) {
    let target = await makeTarget(endpoint)
    let accepted = 0
    for (const path of textPaths(endpoint)) {
      for (const text of [markup, header]) {
        const response = await write(endpoint, path, text, target, portal)
        expect([nameOf(endpoint), path, response.status]).not.toEqual([nameOf(endpoint), path, 500])
        const type = response.headers.get('content-type') ?? 'application/json'
        expect(type, nameOf(endpoint)).toMatch(/^application\/(problem\+)?json/)
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        if (!response.ok) continue
        accepted++
        // A change needs the version of the last one.
        if (target && response.status === 200) target = { ...target, ...((await response.json()) as State) }
      }
    }
    if (accepted === 0) unreached.push(nameOf(endpoint))
  }
  // The first accept no free text. The objects of the others are not created by a parent route.
  const takingNone = [
    'POST /api/v1/account/deletion',
    'POST /api/v1/admin/test-mail',
    'POST /api/v1/clients/{id}/statement/email',
    'POST /api/v1/data-imports/{id}/confirm',
    'POST /api/v1/estimates/{id}/invoices',
    'POST /api/v1/invitations/join',
    'POST /api/v1/invitations/join-new',
    'POST /api/v1/invitations/read',
    'POST /api/v1/portal/{token}/devices',
    'POST /api/v1/public/invoices/{id}/confirm-payment',
    'POST /api/v1/reports/packages',
    'POST /api/v1/team/invitations',
    'PUT /api/v1/business/late-fee',
    'PUT /api/v1/category-order/{kind}',
    'PUT /api/v1/integrations/stripe',
    'PUT /api/v1/invoice-templates/style',
    'PUT /api/v1/invoices/numbering',
    'PUT /api/v1/rates',
    'PUT /api/v1/reports/summary',
  ]
  const madeElsewhere = [
    // The name is taken by then: a category was added under it.
    'PUT /api/v1/categories/{kind}/{name}',
    'POST /api/v1/admin/contact-messages/{id}/answer',
    'PUT /api/v1/clients/{id}/notes',
    'PUT /api/v1/comments/{id}',
    // Only invoices of members wait for approval.
    'POST /api/v1/invoices/{id}/send-back',
    'POST /api/v1/transactions/{id}/comments',
    'POST /api/v1/transactions/categorize',
    'POST /api/v1/transactions/rules',
    'PUT /api/v1/own-fields/{id}',
    'PUT /api/v1/recurring-expenses/{id}',
    'PUT /api/v1/transactions/{id}/category',
  ]
  expect(unreached.toSorted()).toEqual([...takingNone, ...madeElsewhere].toSorted())
  for (const mail of await readMails()) {
    const ofHeader = [mail.from_address, mail.to_address, mail.reply_to ?? '', mail.subject]
    expect(ofHeader.filter((text) => /[\r\n]/.test(text))).toEqual([])
  }
})

test('a formula that is kept is only shown by a spreadsheet, in every table of the export', async () => {
  await makeInvoice(app, owner.cookie, {
    client: clientInput({ name: formula, contactName: '@SUM(1)', phone: '+1-2', address: '-2+3' }),
    notes: `${formula}\nsee;${formula}`,
  })
  const dump = await dumpDatabase(app.url)
  expect(dump.filter(({ text }) => text.includes('=HYPERLINK')).length).toBeGreaterThan(1)
  const response = await fire(exportData)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const tables = Object.entries(files).filter(([name]) => name.endsWith('.csv'))
  expect(tables.length).toBeGreaterThan(10)
  const all = tables.map(([, bytes]) => new TextDecoder().decode(bytes)).join('\n')
  expect(all).toContain('HYPERLINK')
  expect(all.match(/(^|[,;\n])"?[=@\t]/g)).toBeNull()
})

test('no page writes markup of its own making into itself', async () => {
  const dangerous =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|srcDoc|\beval\(|new Function\(/
  const found: string[] = []
  for await (const file of glob('{src,sandbox}/**/*.{ts,tsx}')) {
    if (!file.includes('.test.') && dangerous.test(await readFile(file, 'utf8'))) found.push(file)
  }
  // A message of the mailbox, in a frame that may run nothing: see its own tests.
  expect(found).toEqual(['src/features/admin-mail/web/message-body.tsx'])
  expect(await readFile(found[0] ?? '', 'utf8')).toMatch(/sandbox=("[^"]*"|\{'[^']*'\})/)
  expect(await readFile(found[0] ?? '', 'utf8')).not.toContain('allow-scripts')
})
