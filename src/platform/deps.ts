import type { Logger } from 'pino'
import type { Money } from '../shared/money.ts'
import type { BankProvider } from './banks/bank-provider.ts'
import type { PlaidAccount } from './banks/plaid-client.ts'
import type { CardProvider } from './cards/card-provider.ts'
import type { Database } from './db/connect.ts'
import type { Transaction } from './db/transaction.ts'
import type { FileStore } from './files/file-store.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Mailbox } from './mail/mailbox.ts'
import type { DnsRecords } from './net/dns-records.ts'
import type { PaypalAccount, PaypalProvider } from './paypal/paypal-provider.ts'
import type { Secrets } from './secrets/secrets.ts'

/** What `src/start.ts` builds and more than one feature uses, by name. A function asks for a few with `Deps`. */
interface AllDeps {
  database: Database
  jobs: JobQueue
  log: Logger
  now: () => Date
  secrets: Secrets

  /** The address of the installation, without a slash at the end. Links in mails begin with it. */
  appUrl: string
  /** The sender of the platform's mails. */
  mailFrom: string
  /** True if mails are really sent: mails to clients are then held until the owner confirms their own address. */
  mailWaitsForVerification: boolean
  platformMail: PlatformMail
  /** Null if mails leave through a real mail server. */
  mailbox: Mailbox | null
  dns: DnsRecords
  /** The domain of the addresses to which receipts can be sent. Null if the operator takes none by email. */
  receiptMail: { domain: string } | null
  files: FileStore

  /** The platform's own card provider. */
  cards: CardProvider
  /** Connects the Stripe account of a business. */
  connectOwnCards: (keys: { secretKey: string }) => CardProvider
  connectPaypal: (account: PaypalAccount) => PaypalProvider
  /** Whether the operator allows test payments. See test-payments.ts for the other conditions. */
  demoPayments: boolean
  /** Whether the business of this transaction accepts payments of this amount by card or PayPal. */
  canPayOnline: (tx: Transaction, due: Money) => Promise<boolean>
  /**
   * Called in a transaction that makes open checkout sessions invalid: the amount due changes, or the invoice is paid or
   * deleted. A job then closes the sessions.
   */
  closeCheckouts: (tx: Transaction, invoice: { businessId: string; invoiceId: string }) => Promise<void>

  /** Called when an event says that a card account has paid out: that of a business, or of the installation (null). */
  fetchPayouts: (businessId: string | null) => Promise<void>

  /** Called in a transaction that adds expenses or bank transactions. A job then looks for receipts that belong to them. */
  matchReceipts: (tx: Transaction, businessId: string) => Promise<void>
  /**
   * Called in a transaction that adds bank transactions, or invoices and expenses that one may belong to. A job then looks
   * for what unmatched transactions belong to.
   */
  matchTransactions: (tx: Transaction, businessId: string) => Promise<void>

  demoBank: BankProvider
  /** The operator's account with the aggregator, if the installation has one. */
  platformBanks: BankProvider | undefined
  connectOwnBanks: (account: PlaidAccount) => BankProvider
}

/** The dependencies with these names: `deps: Deps<'database' | 'now'>`. */
export type Deps<Name extends keyof AllDeps> = Pick<AllDeps, Name>

/** How the platform's own mail is sent. */
export interface PlatformMail {
  /** The domain of the sender, which the platform's addresses use too. */
  domain: string
  /** Null if mails are written into the built-in mailbox. */
  smtp: { host: string; port: number } | null
}
