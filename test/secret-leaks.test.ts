import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exportData } from '../src/features/account/contract.ts'
import * as auth from '../src/features/auth/contract.ts'
import { readResetFragment } from '../src/features/auth/rules.ts'
import * as banks from '../src/features/banking/contract.ts'
import { startEndingJobs } from '../src/features/banking/end/end-access.ts'
import { startSyncJobs } from '../src/features/banking/sync/start-sync-jobs.ts'
import * as integrations from '../src/features/integrations/contract.ts'
import { createOwnSenders } from '../src/features/integrations/own-senders.ts'
import { integrationNames } from '../src/features/integrations/rules.ts'
import { emailInvoice, getTimeline } from '../src/features/invoices/contract.ts'
import { createInvoiceAttachments } from '../src/features/invoices/mail/invoice-attachment.ts'
import { endInvoicePdfs } from '../src/features/invoices/pdf/invoice-pdf.ts'
import { createStripeProvider } from '../src/platform/cards/stripe-provider.ts'
import { startMailJobs } from '../src/platform/mail/mail-jobs.ts'
import { type PaypalAccount, createPaypalProvider } from '../src/platform/paypal/paypal-provider.ts'
import type { BodyOf, Endpoint, RequestOf } from '../src/shared/endpoint.ts'
import { makeInvoice } from './support/fixtures/invoices.ts'
import { confirm, deliver, openPage, start } from './support/fixtures/payments.ts'
import { type Haystack, dumpDatabase, findLeaks, formsOf, keepResponses } from './support/leak-search.ts'
import { type TestSandbox, createTestSandbox } from './support/providers/card-sandbox.ts'
import { makeAuthority } from './support/providers/certificates.ts'
import { startEcho } from './support/providers/echo-server.ts'
import { startAccountServer } from './support/providers/mail-server.ts'
import { overhearBank } from './support/providers/overheard-bank.ts'
import { type TestApp, createTestApp } from './support/test-app.ts'

/**
 * What is entered during the run and must not be found again. It contains characters that are escaped
 * elsewhere.
 */
const typed = {
  'a password that was too weak': 'password1234567',
  'the password of the sign-up': 'Zwölf große Äpfel & 9 Birnen?',
  'a mistyped password': 'Zwölf große Äpfel & 9 Birnem?',
  'the changed password': 'Drei/kleine+Räder=rollen 77%',
  'a mistyped current password': 'Drei/kleine+Räder=rollem 77%',
  'the password of the reset': 'vier unerwartete Gärten <hinten>',
  'a Stripe key that is unknown there': 'sk_test_unknown0Xq7Lm2Vt9Rb4Ny8',
  'a live Stripe key': 'sk_live_real0Kp3Wd8Hs5Jc1Fg6Tz',
  'a signing secret that is wrong': 'whsec_wrong0Dq4Xn7Yk2Ms9Pb5Vr',
  'the PayPal secret': 'EPay-pal_secret0Gh6Tr3+Lw8/Qz1=',
  'a PayPal secret that is wrong': 'EPay-pal_wrong0Bn5Mk9+Xs2/Jd7=',
  'the Plaid secret': 'plaid0c4f9e2b7a6d1835plaidplaid',
  'a Plaid secret that is wrong': 'plaid0wrong7b3e8f1a9c2d4plaidxx',
  'the mail password': 'äpp p4ss & w0rd+of/the=shop',
  'a mail password that is wrong': 'äpp p4ss & wr0ng+of/the=shop',
}
const publishableKey = 'pk_test_publishable0Zt4'
const username = 'owner@shop.example'
const paypal: BodyOf<typeof integrations.savePaypal> = {
  clientId: 'paypal-client-0Vb8',
  clientSecret: typed['the PayPal secret'],
  mode: 'sandbox',
}
const banking: BodyOf<typeof integrations.saveBanking> = {
  clientId: 'plaid-client-0Nc3',
  secret: typed['the Plaid secret'],
  environment: 'sandbox',
}

let app: TestApp
let own: TestSandbox
let mailServer: Awaited<ReturnType<typeof startAccountServer>>
let cookie = ''
let responses: Haystack[]
const printed: string[] = []
const mails: string[] = []
const closing: (() => Promise<unknown> | void)[] = []
/** The numbers and tokens that the demo bank returns. */
const overheard: Record<string, string> = {}

async function startProviders() {
  const stripe = await startEcho(({ authorization, text }) => [
    401,
    {
      error: { type: 'invalid_request_error', message: `Invalid API Key provided: ${authorization} ${text}` },
    },
  ])
  const basic = Buffer.from(`${paypal.clientId}:${paypal.clientSecret}`).toString('base64')
  const paypalServer = await startEcho(({ path, authorization }) => {
    if (path !== '/v1/oauth2/token')
      return [422, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ODD' }] }]
    if (authorization !== `Basic ${basic}`)
      return [401, { error: 'invalid_client', error_description: authorization }]
    return [200, { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 }]
  })
  const plaid = await startEcho(({ text }) =>
    text.includes(banking.secret ?? '')
      ? [200, { institutions: [] }]
      : [400, { error_type: 'INVALID_INPUT', error_code: 'INVALID_API_KEYS' }],
  )
  for (const server of [stripe, paypalServer, plaid]) closing.push(() => server.close())
  return { stripe, paypal: paypalServer, plaid }
}

beforeAll(async () => {
  const authority = makeAuthority()
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, authority.ca])
  closing.push(() => setDefaultCACertificates(trusted))
  mailServer = await startAccountServer(authority.issue(['localhost']))
  Object.assign(mailServer.account, { username, password: typed['the mail password'] })
  closing.push(() => mailServer.stop())

  const providers = await startProviders()
  own = await createTestSandbox()
  const elsewhere = { host: '127.0.0.1', port: providers.stripe.port, protocol: 'http' as const }
  app = await createTestApp({
    connectOwnCards: (keys) => {
      const address = keys.secretKey === own.secretKey ? own.address : elsewhere
      return createStripeProvider({ prices: [], productName: 'Millrace', ...keys, address })
    },
  })
  responses = keepResponses(app)
  Object.assign(app.deps, {
    plaidAddress: providers.plaid.url,
    connectPaypal: (keys: PaypalAccount) =>
      createPaypalProvider({ ...keys, mode: 'demo' }, { demo: providers.paypal.url }),
    demoBank: overhearBank(app.deps.demoBank, overheard),
  })
  await startSyncJobs(app.deps)
  await startEndingJobs(app.deps)
  await app.startJobs()
  await app.startPaymentJobs()
  await startMailJobs({
    ...app.deps,
    transport: { name: 'platform', send: async ({ text }) => void mails.push(text), close: () => undefined },
    findOwnSender: createOwnSenders(app.deps),
    makeAttachments: createInvoiceAttachments(app.deps),
  })
})
afterAll(async () => {
  await endInvoicePdfs()
  await app.close()
  await own.close()
  for (const close of closing.toReversed()) await close()
})

function keepPrinted(): void {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      printed.push(inspect(args, { depth: 9, maxStringLength: null }))
    })
  }
}

const send = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) =>
  app.send(endpoint, request, { cookie })

async function expectStatus(status: number, asked: Response | Promise<Response>): Promise<Response> {
  const response = await asked
  expect(response.status, await response.clone().text()).toBe(status)
  return response
}

async function expectTest(ok: boolean, asked: Promise<Response>): Promise<void> {
  const answer = (await (await expectStatus(200, asked)).json()) as integrations.ConnectionTest
  expect(answer, answer.message).toMatchObject({ ok })
}

async function usePasswords(email: string): Promise<void> {
  const person = { name: 'Test Owner', email, businessName: 'Leak Test Business', timeZone: 'UTC' }
  const signUp = (password: string) => send(auth.signUp, { body: { ...person, password } })
  await expectStatus(422, signUp(typed['a password that was too weak']))
  await expectStatus(200, signUp(typed['the password of the sign-up']))
  await expectStatus(401, send(auth.signIn, { body: { email, password: typed['a mistyped password'] } }))
  cookie = (await app.signIn({ email, password: typed['the password of the sign-up'] })).cookie
  const change = (currentPassword: string) =>
    send(auth.changePassword, { body: { currentPassword, newPassword: typed['the changed password'] } })
  expect((await change(typed['a mistyped current password'])).ok).toBe(false)
  expect((await change(typed['the password of the sign-up'])).ok).toBe(true)

  await expectStatus(204, send(auth.forgotPassword, { body: { email } }))
  const findLink = () => mails.join('\n').match(/http\S+recovery-link\S+/)?.[0]
  await expect.poll(findLink).toBeDefined()
  const page = await app.app.request(findLink()!)
  const reset = readResetFragment(new URL(page.headers.get('location') ?? '').hash)
  if (!reset.ok) throw new Error(reset.message)
  const password = typed['the password of the reset']
  await expectStatus(204, send(auth.resetPassword, { body: { token: reset.token, password } }))
  cookie = (await app.signIn({ email, password })).cookie
}

async function useStripe(businessId: string): Promise<void> {
  const keys = { publishableKey, secretKey: own.secretKey, accountId: '', webhookSecret: own.webhookSecret }
  const unknownKey = typed['a Stripe key that is unknown there']
  const liveKey = typed['a live Stripe key']
  const misplaced = [
    { ...keys, publishableKey: own.secretKey },
    { ...keys, publishableKey: liveKey },
    { ...keys, accountId: own.secretKey },
    { ...keys, secretKey: own.webhookSecret },
    { ...keys, webhookSecret: own.secretKey },
    { ...keys, secretKey: liveKey },
    { ...keys, secretKey: [liveKey] as unknown as string },
    { ...keys, another: liveKey },
  ]
  for (const body of misplaced) {
    await expectStatus(422, send(integrations.saveStripe, { body }))
    await expectStatus(422, send(integrations.testStripe, { body }))
  }
  const path = integrations.saveStripe.path
  const headers = { origin: app.deps.appUrl, cookie, 'content-type': 'application/json' }
  await expectStatus(
    400,
    app.app.request(path, { method: 'PUT', headers, body: `{"secretKey": "${liveKey}` }),
  )
  await expectStatus(422, app.app.request(path, { method: 'PUT', headers, body: JSON.stringify(liveKey) }))

  await expectTest(true, send(integrations.testStripe, { body: keys }))
  await expectTest(false, send(integrations.testStripe, { body: { ...keys, secretKey: unknownKey } }))
  const saved = await expectStatus(200, send(integrations.saveStripe, { body: keys }))
  const { webhookUrl } = ((await saved.json()) as integrations.Integrations).stripe
  await expectTest(true, send(integrations.testStripe, { body: { ...keys, secretKey: null } }))

  const { id } = await makeInvoice(app, cookie)
  const { sessionId } = await openPage(app, businessId, id)
  await expectStatus(200, confirm(app, id, sessionId))
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'charge.refunded', data: { object: {} } })
  const { pathname } = new URL(webhookUrl)
  const sign = (secret: string) => own.stripe.webhooks.generateTestHeaderString({ payload: body, secret })
  await expectStatus(
    400,
    deliver(app, { body, signature: sign(typed['a signing secret that is wrong']) }, pathname),
  )
  expect((await deliver(app, { body, signature: sign(own.webhookSecret) }, pathname)).status).not.toBe(400)

  const wrong = { ...keys, secretKey: unknownKey, webhookSecret: typed['a signing secret that is wrong'] }
  await expectStatus(200, send(integrations.saveStripe, { body: wrong }))
  await expectStatus(502, start(app, (await makeInvoice(app, cookie)).id))
  await expectStatus(200, send(integrations.saveStripe, { body: keys }))
}

async function usePaypalAndPlaid(): Promise<void> {
  const wrongPaypal = { ...paypal, clientSecret: typed['a PayPal secret that is wrong'] }
  await expectTest(true, send(integrations.testPaypal, { body: paypal }))
  await expectTest(false, send(integrations.testPaypal, { body: wrongPaypal }))
  const misplaced = { ...paypal, mode: paypal.clientSecret as 'live' }
  await expectStatus(422, send(integrations.savePaypal, { body: misplaced }))
  for (const body of [wrongPaypal, paypal]) {
    await expectStatus(200, send(integrations.savePaypal, { body }))
    await expectStatus(502, start(app, (await makeInvoice(app, cookie)).id, 'paypal'))
  }
  await expectTest(true, send(integrations.testPaypal, { body: { ...paypal, clientSecret: null } }))

  const wrongPlaid = { ...banking, secret: typed['a Plaid secret that is wrong'] }
  await expectTest(true, send(integrations.testBanking, { body: banking }))
  await expectTest(false, send(integrations.testBanking, { body: wrongPlaid }))
  for (const body of [wrongPlaid, banking]) await expectStatus(200, send(integrations.saveBanking, { body }))
  await expectTest(true, send(integrations.testBanking, { body: { ...banking, secret: null } }))
}

async function useMail(): Promise<void> {
  const { port } = mailServer
  const password = typed['the mail password']
  const email = { fromAddress: username, host: 'localhost', port, username: '', password }
  const wrong = { ...email, password: typed['a mail password that is wrong'] }
  const misplaced = [
    { ...email, host: password },
    { ...email, fromAddress: password },
    { ...email, port: password as unknown as number },
  ]
  for (const body of misplaced) await expectStatus(422, send(integrations.saveEmail, { body }))
  await expectTest(true, send(integrations.testEmail, { body: email }))
  await expectTest(false, send(integrations.testEmail, { body: wrong }))
  await expectStatus(200, send(integrations.saveEmail, { body: wrong }))
  const { id } = await makeInvoice(app, cookie)
  await expectStatus(200, send(emailInvoice, { params: { id } }))
  const timeline = async () => (await send(getTimeline, { params: { id } })).text()
  await expect.poll(timeline).toContain('didn’t accept the username and password')
  await expectStatus(200, send(integrations.saveEmail, { body: email }))
  await expect.poll(() => mailServer.received.length).toBe(1)
  await expectTest(true, send(integrations.testEmail, { body: { ...email, password: null } }))
}

async function useBanks(): Promise<void> {
  const body = { institution: 'chase', requestId: crypto.randomUUID() } as const
  const answer = await expectStatus(200, send(banks.connectDemoBank, { body }))
  const { id } = (await answer.json()) as banks.BankConnection
  const readBanking = async () => (await send(banks.getBanking, {})).json() as Promise<banks.Banking>
  await expect.poll(async () => (await readBanking()).connections[0]?.isSyncing).toBe(false)
  await expectStatus(200, send(banks.getBankConnection, { params: { id } }))
  await expectStatus(200, send(banks.getSecurityReport, {}))
  await expectStatus(200, send(banks.expireDemoBank, { params: { id } }))
  const link = await expectStatus(200, send(banks.startBankLink, { body: { connectionId: id } }))
  const bankLink = (await link.json()) as { id: string; url: string }
  await expectStatus(200, app.app.request(new URL(bankLink.url).pathname))
  await expectStatus(200, send(banks.finishBankLink, { params: { id: bankLink.id } }))
  const refused = new Blob([JSON.stringify({ item_id: overheard['the item'] })])
  await expectStatus(400, app.send(banks.receivePlaidEvent, { file: refused }))
  await expectStatus(200, send(banks.disconnectBank, { params: { id } }))
}

/**
 * The URL of the demo bank's page contains its token. Its owner receives it in two responses, and it must not
 * appear anywhere else.
 */
function withoutAddress({ name, text }: Haystack): Haystack {
  const isExpected = / to POST \S+\/banking\/links$| to GET \/sandbox\/bank\//.test(name)
  return { name, text: isExpected ? text.replaceAll(overheard['the link token'] ?? '', '') : text }
}

async function everything(): Promise<Haystack[]> {
  return [
    ...(await dumpDatabase(app.url)),
    ...responses.map(withoutAddress),
    ...app.log.map((line) => ({ name: `the log line ${line.slice(0, 80)}`, text: line })),
    ...printed.map((text) => ({ name: 'what was printed', text })),
    ...[...mails, ...mailServer.received].map((text) => ({
      name: 'a mail',
      text: inspect(text, { depth: 9 }),
    })),
  ]
}

test('whatever form a secret takes, it would be found', () => {
  const secret = 'a/key+of=some "length" & ä\\n'
  for (const before of ['', 'x', 'xy', 'user:']) {
    const forms = ['base64', 'base64url', 'hex', 'utf8'] as const
    for (const form of forms) {
      const text = `something ${Buffer.from(`${before}${secret} after`).toString(form)} else`
      expect(findLeaks([{ name: 'it', text }], { secret }), `${before} ${form}`).toEqual(['secret in it'])
    }
  }
  for (const text of [
    encodeURIComponent(secret),
    JSON.stringify({ secret }),
    new URLSearchParams({ secret }).toString(),
  ]) {
    expect(findLeaks([{ name: 'it', text }], { secret }), text).toEqual(['secret in it'])
  }
  expect(findLeaks([{ name: 'it', text: 'nothing of the kind' }], { secret })).toEqual([])
  for (const [what, value] of Object.entries(typed)) {
    for (const form of formsOf(value)) expect(form.length, what).toBeGreaterThan(9)
  }
})

test('no secret that is typed is ever found again, in the database, a log, an answer, a mail or a job', async () => {
  keepPrinted()
  const email = 'owner@leaks.example'
  await usePasswords(email)
  const business = (await app.signIn({ email, password: typed['the password of the reset'] })).session
    .business
  await useStripe(business.id)
  await usePaypalAndPlaid()
  await useMail()
  await useBanks()
  await expectStatus(200, send(integrations.getIntegrations, {}))
  await expectStatus(200, send(integrations.listSecurityActivity, { query: {} }))
  await expectStatus(200, send(exportData, {}))

  const { 'the item': _item, ...ofBanks } = overheard
  expect(Object.keys(ofBanks).toSorted()).toEqual([
    'the access token',
    'the link token',
    'the number of account 1',
    'the number of account 2',
    'the public token',
    'the routing number of account 1',
    'the routing number of account 2',
  ])
  const keys = { 'the Stripe key': own.secretKey, 'the signing secret': own.webhookSecret }
  const secrets = { ...typed, ...keys, ...ofBanks }
  const saved = await everything()
  expect(findLeaks(saved, secrets)).toEqual([])
  // These contain values that are not secret, which shows that a secret would be found as well.
  const found = findLeaks(saved, {
    'the key': publishableKey,
    'the client': 'client@example.com',
    'the name': business.name,
    'the bank': 'Chase',
  })
  for (const location of [
    'the key in the table integrations',
    'the key in the answer 200 to GET /api/v1/account/export',
    'the key in the answer 200 to PUT /api/v1/integrations/stripe',
    'the name in the table businesses',
    'the client in a mail',
    'the bank in the table bank_connections',
    'the bank in the answer 200 to GET /api/v1/banking',
  ]) {
    expect(found).toContain(location)
  }
  expect(saved.find(({ name }) => name === 'the table pgboss.job_common')?.text).toContain('mailId')
  expect(app.log.length).toBeGreaterThan(50)
  console.log({ printed: { as: typed['the mail password'] } })
  expect(findLeaks(await everything(), secrets)).toEqual(['the mail password in what was printed'])
  printed.pop()

  for (const name of integrationNames)
    await expectStatus(200, send(integrations.removeIntegration, { params: { name } }))
  expect(findLeaks(await everything(), secrets)).toEqual([])
})
