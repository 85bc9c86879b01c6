import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBankSandbox } from '../../sandbox/banks/start-bank-sandbox.ts'
import { startPaypalSandbox } from '../../sandbox/paypal/start-paypal-sandbox.ts'
import { buildApp } from '../../src/app.ts'
import { createAuthDeps } from '../../src/features/auth/auth-deps.ts'
import type { Session } from '../../src/features/auth/contract.ts'
import * as auth from '../../src/features/auth/contract.ts'
import { startAuthJobs } from '../../src/features/auth/jobs.ts'
import {
  type BankFilePool,
  createBankFilePool,
} from '../../src/features/bank-files/reading/bank-file-pool.ts'
import { startBillingJobs } from '../../src/features/billing/jobs.ts'
import type { ReplacedKeys, StripeKeys } from '../../src/features/integrations/own-accounts.ts'
import { createTransactionMatcher } from '../../src/features/matching/match-transactions.ts'
import { createCheckoutCloser } from '../../src/features/payments/checkout/close-checkout.ts'
import {
  type OwnPagesWait,
  createOwnPageCloser,
} from '../../src/features/payments/checkout/own-page-closer.ts'
import { canPayOnline, allowsTestPayments } from '../../src/features/payments/ledger/test-payments.ts'
import { startPaymentJobs } from '../../src/features/payments/start-payment-jobs.ts'
import { createPayoutFetcher } from '../../src/features/payouts/start-payout-jobs.ts'
import { createReceiptMatcher } from '../../src/features/receipts/filing/match-waiting-receipts.ts'
import type { BankProvider } from '../../src/platform/banks/bank-provider.ts'
import type { PlaidAccount } from '../../src/platform/banks/plaid-client.ts'
import { createPlaidProvider } from '../../src/platform/banks/plaid-provider.ts'
import type { CardProvider } from '../../src/platform/cards/card-provider.ts'
import type { Transaction } from '../../src/platform/db/transaction.ts'
import type { PlatformMail } from '../../src/platform/deps.ts'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import { createFolderStore } from '../../src/platform/files/folder-store.ts'
import { startJobQueue } from '../../src/platform/jobs/job-queue.ts'
import { createLive } from '../../src/platform/live/live.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Mailbox } from '../../src/platform/mail/mailbox.ts'
import { mailAccountChanged } from '../../src/platform/mail/retry-mails.ts'
import { type DnsRecords, DnsUnavailable } from '../../src/platform/net/dns-records.ts'
import { type PaypalAccount, createPaypalProvider } from '../../src/platform/paypal/paypal-provider.ts'
import { openKeyRing } from '../../src/platform/secrets/key-ring.ts'
import { createSecrets } from '../../src/platform/secrets/secrets.ts'
import type { Endpoint, RequestOf, ResponseOf } from '../../src/shared/endpoint.ts'
import type { Problem } from '../../src/shared/errors.ts'
import type { Money } from '../../src/shared/money.ts'
import { addSignedIn } from './add-signed-in.ts'
import { startTestCards } from './providers/test-cards.ts'
import { rememberPasswords } from './remembered-passwords.ts'
import { type TestDatabase, createTestDatabase } from './test-database.ts'

export const testOrigin = 'http://localhost:3000'
const testSecret = 'a secret for tests that is long enough'
export const goodPassword = 'correct horse battery staple'

interface TestAppOptions {
  google?: { clientId: string; clientSecret: string }
  maxConnections?: number
  appUrl?: string
  mailWaitsForVerification?: boolean
  now?: () => Date
  demoPayments?: boolean
  /**
   * Replaces the built-in sandbox with another server that speaks, or pretends to speak, the provider's
   * protocol.
   */
  cards?: CardProvider
  /** Connects to a business's own Stripe account. By default that is not possible. */
  connectOwnCards?: (keys: StripeKeys) => CardProvider
  allowPrivateAddresses?: boolean
  platformMail?: PlatformMail
  mailbox?: Mailbox
  /** By default no name resolves. */
  dns?: DnsRecords
  /** By default receipts do not come by email. */
  receiptMail?: { domain: string }
  /** Replaces the demo bank. */
  demoBank?: BankProvider
  /** The operator's account with the aggregator. By default there is none. */
  platformBanks?: BankProvider
  /** Connects to a business's own account with the aggregator. By default that is not possible. */
  connectOwnBanks?: (account: PlaidAccount) => BankProvider
  /** By default files are in a folder that exists as long as the app. */
  files?: FileStore
  /** Replaces the process that reads bank files. */
  bankFiles?: BankFilePool
}

interface SendOptions {
  cookie?: string | undefined
  headers?: Record<string, string>
}

const silentDns: DnsRecords = {
  mx: async () => Promise.reject(new DnsUnavailable('nobody answers here')),
  txt: async () => Promise.reject(new DnsUnavailable('nobody answers here')),
}

const nowhere = (): never => {
  throw new Error('this test leads own keys nowhere')
}

const someone = () => ({
  name: 'Test Owner',
  email: `${randomUUID()}@example.com`,
  password: goodPassword,
  businessName: 'Test Business',
  timeZone: 'Europe/Zurich',
})

/**
 * Creates the whole app with its own database, called without a port. Every response is checked against its
 * schema.
 */
export async function createTestApp(options: TestAppOptions = {}) {
  const appUrl = options.appUrl ?? testOrigin
  const testDatabase: TestDatabase = await createTestDatabase(options)
  const { database } = testDatabase
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  const jobs = await startJobQueue({ database, log, runsJobs: true, pollingIntervalSeconds: 0.1 })
  const now = options.now ?? (() => new Date())
  const cards = await startTestCards({
    database,
    jobs,
    log,
    appUrl,
    now,
    send: (url, init) => app.request(url, init),
  })
  const paypal = await startPaypalSandbox({ database, log, appUrl, now })
  const banks = await startBankSandbox({
    database,
    log,
    appUrl,
    now,
    send: (url, init) => app.request(url, init),
  })
  const demoAccount = { clientId: banks.clientId, secret: banks.secret, environment: 'sandbox' } as const
  const filesFolder = join(tmpdir(), `millrace-files-${randomUUID()}`)
  const ownPages = createOwnPageCloser()
  const bankFiles = options.bankFiles ?? createBankFilePool()
  const live = createLive({ url: testDatabase.url, log })
  const authDeps = createAuthDeps({
    database,
    jobs,
    log,
    secret: testSecret,
    appUrl,
    origins: [appUrl],
    mailFrom: 'Millrace <no-reply@millrace.example>',
    google: options.google,
  })
  await rememberPasswords(authDeps.auth)
  const deps = {
    ...authDeps,
    live,
    mailWaitsForVerification: options.mailWaitsForVerification ?? false,
    now,
    cards: options.cards ?? cards.provider,
    demoPayments: options.demoPayments ?? true,
    secrets: createSecrets(await openKeyRing(database, async () => ({ current: testSecret }))),
    connectOwnCards: options.connectOwnCards ?? nowhere,
    connectPaypal: (account: PaypalAccount) => createPaypalProvider(account, { demo: paypal.address, now }),
    allowPrivateAddresses: options.allowPrivateAddresses ?? true,
    demoBank:
      options.demoBank ?? createPlaidProvider(demoAccount, { address: banks.address, environment: 'demo' }),
    platformBanks: options.platformBanks,
    connectOwnBanks: options.connectOwnBanks ?? nowhere,
    bankFiles,
    mailAccountChanged: mailAccountChanged(jobs),
    closeCheckouts: createCheckoutCloser(jobs),
    matchReceipts: createReceiptMatcher(jobs),
    matchTransactions: createTransactionMatcher(jobs),
    fetchPayouts: createPayoutFetcher({ database, jobs }),
    canPayOnline: (tx: Transaction, due: Money): Promise<boolean> => canPayOnline(tx, deps, due),
    areTestsAllowed: (tx: Transaction): Promise<boolean> => allowsTestPayments(tx, deps),
    platformMail: options.platformMail ?? { domain: 'millrace.example', smtp: null },
    mailbox: options.mailbox ?? null,
    dns: options.dns ?? silentDns,
    files: options.files ?? createFolderStore(filesFolder),
    receiptMail: options.receiptMail ?? null,
    installation: {
      version: '1.2.3',
      startedAt: new Date(),
      isEmbeddedDatabase: true,
      dataDir: tmpdir(),
      hasBanks: false,
    },
    closeOwnPages: (businessId: string, keys: ReplacedKeys, wait: OwnPagesWait): Promise<void> =>
      // A machine that stalls for seconds must not look like an account that does not respond.
      ownPages.close(deps, { businessId, keys }, { ...wait, milliseconds: wait.milliseconds + 60_000 }),
  }
  const { app, api } = buildApp({
    deps,
    log,
    appUrl,
    origins: [appUrl],
    trustProxy: true,
    cardSandboxPages: cards.sandbox.pages,
    paypalSandboxPages: paypal.pages,
    bankSandboxPages: banks.pages,
    checkResponses: true,
  })

  async function send<E extends Endpoint>(endpoint: E, request: RequestOf<E>, extra: SendOptions = {}) {
    const {
      body,
      file,
      params = {},
      query = {},
    } = request as {
      body?: unknown
      file?: Blob
      params?: Record<string, string>
      query?: Record<string, string>
    }
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    const search = new URLSearchParams(query).toString()
    return app.request(path + (search && `?${search}`), {
      method: endpoint.method.toUpperCase(),
      headers: {
        origin: appUrl,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(file ? { 'content-type': 'application/octet-stream' } : {}),
        ...(extra.cookie ? { cookie: extra.cookie } : {}),
        ...extra.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file ? { body: file } : {}),
    })
  }

  async function signUp(overrides: Partial<RequestOf<typeof auth.signUp>['body']> = {}) {
    const body = { ...someone(), ...overrides }
    const response = await send(auth.signUp, { body })
    if (!response.ok) throw new Error(await response.text())
    const { email, password } = body
    return { email, password }
  }

  async function signIn(credentials: { email: string; password: string }) {
    const { email, password } = credentials
    const response = await send(auth.signIn, { body: { email, password } })
    if (!response.ok) throw new Error(await response.text())
    const session = (await response.json()) as Session
    return { cookie: cookieOf(response), session }
  }

  return {
    app,
    api,
    deps,
    database,
    url: testDatabase.url,
    log: lines,
    send,
    signUp,
    signIn,
    /**
     * Creates a new account, signed in. It is written directly to the database, because the forms have tests
     * of their own.
     */
    signUpAndIn: (overrides: Parameters<typeof signUp>[0] = {}) =>
      addSignedIn(authDeps, testSecret, { ...someone(), ...overrides }),
    cardSandbox: cards.sandbox,
    startJobs: () => startAuthJobs(deps),
    /** Starts the jobs of payments and subscriptions, and the sandbox's events. */
    async startPaymentJobs() {
      await startPaymentJobs(deps)
      await startBillingJobs(deps)
      await cards.sandbox.startJobs()
    },
    async close() {
      await live.close()
      await ownPages.stop()
      await bankFiles.end()
      await cards.sandbox.close()
      await paypal.close()
      await banks.close()
      await jobs.stop()
      await testDatabase.drop()
      await rm(filesFolder, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

export async function problemOf(response: Response): Promise<Problem> {
  return (await response.json()) as Problem
}

/** Parses the successful response of an endpoint. */
export async function answerOf<E extends Endpoint>(endpoint: E, response: Response): Promise<ResponseOf<E>> {
  if (!response.ok) throw new Error(await response.text())
  return endpoint.response?.parse(await response.json()) as ResponseOf<E>
}

/** Creates a new admin account, signed in. */
export async function signUpAdmin(app: TestApp, overrides: Parameters<TestApp['signUpAndIn']>[0] = {}) {
  const { cookie, session } = await app.signUpAndIn(overrides)
  await app.database.auth.query(`update auth.users set role = 'admin' where id = $1`, [session.user.id])
  return { cookie, session, userId: session.user.id, email: session.user.email }
}
