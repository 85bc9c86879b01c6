import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMailboxTransport } from '../sandbox/mailbox/create-mailbox-transport.ts'
import { openMailbox } from '../sandbox/mailbox/open-mailbox.ts'
import { startPaypalSandbox } from '../sandbox/paypal/start-paypal-sandbox.ts'
import { buildApp } from './app.ts'
import { keepBeforeUpdate } from './backup/keep-before-update.ts'
import { type Config, StartError } from './config.ts'
import { connectBanks } from './connect-banks.ts'
import { connectCards, connectOwnCards } from './connect-cards.ts'
import { startAccountJobs } from './features/account/jobs.ts'
import { startRestoreJobs } from './features/account/restore/jobs.ts'
import { startActivityJobs } from './features/activity/jobs.ts'
import { startAttachmentJobs } from './features/attachments/jobs.ts'
import { createAuthDeps } from './features/auth/auth-deps.ts'
import { type Credentials, ensureDefaultAdmin } from './features/auth/ensure-default-admin.ts'
import { startAuthJobs } from './features/auth/jobs.ts'
import { createBankFilePool } from './features/bank-files/reading/bank-file-pool.ts'
import { startBankFileJobs } from './features/bank-files/start-bank-file-jobs.ts'
import { startBankMails } from './features/banking/bank-mails.ts'
import { startEndingJobs } from './features/banking/end/end-access.ts'
import { startSyncJobs } from './features/banking/sync/start-sync-jobs.ts'
import { startItemJobs } from './features/banking/tend-items.ts'
import { startBillingJobs } from './features/billing/jobs.ts'
import { createMemberObjection } from './features/comments/member-objection.ts'
import { endDataFileReading } from './features/data-imports/reading/open-data-file.ts'
import { startDataImportJobs } from './features/data-imports/start-data-import-jobs.ts'
import { createEstimateObjection } from './features/estimates/estimate-objection.ts'
import { startEstimateJobs } from './features/estimates/jobs.ts'
import { startExpenseJobs } from './features/expenses/jobs.ts'
import { startFigureJobs } from './features/figures/jobs.ts'
import type { ReplacedKeys } from './features/integrations/own-accounts.ts'
import { createOwnSenders } from './features/integrations/own-senders.ts'
import { startApprovalJobs } from './features/invoices/approval/jobs.ts'
import { startLateFeeJobs } from './features/invoices/late-fees/jobs.ts'
import { createInvoiceAttachments } from './features/invoices/mail/invoice-attachment.ts'
import { createInvoiceObjection } from './features/invoices/mail/invoice-objection.ts'
import { endInvoicePdfs } from './features/invoices/pdf/invoice-pdf.ts'
import { startJournalJobs } from './features/journal/jobs.ts'
import { createTransactionMatcher, startTransactionMatching } from './features/matching/match-transactions.ts'
import { createCheckoutCloser } from './features/payments/checkout/close-checkout.ts'
import { type OwnPagesWait, createOwnPageCloser } from './features/payments/checkout/own-page-closer.ts'
import { canPayOnline, allowsTestPayments } from './features/payments/ledger/test-payments.ts'
import { startChargeJobs } from './features/payments/saved-cards/start-charge-jobs.ts'
import { startPaymentJobs } from './features/payments/start-payment-jobs.ts'
import { createPayoutFetcher, startPayoutJobs } from './features/payouts/start-payout-jobs.ts'
import { startRateJobs } from './features/rates/start-rate-jobs.ts'
import { createReceiptMatcher, startMatchingJobs } from './features/receipts/filing/match-waiting-receipts.ts'
import { startReadingJobs } from './features/receipts/reading/jobs.ts'
import { startRecurringJobs } from './features/recurring/jobs.ts'
import { startReminderJobs } from './features/reminders/jobs.ts'
import { createReminderObjection } from './features/reminders/reminder-objections.ts'
import { endReportPdfs } from './features/reports/files/report-pdf.ts'
import { startPackageJobs } from './features/reports/packages/tend-packages.ts'
import { startSummaryJobs } from './features/reports/summary/jobs.ts'
import { withReportFiles } from './features/reports/summary/report-attachment.ts'
import { createSummaryObjection } from './features/reports/summary/summary-objection.ts'
import { endStatementPdfs } from './features/statements/pdf/statement-pdf.ts'
import { withStatements } from './features/statements/statement-attachment.ts'
import { startTransactionJobs } from './features/transactions/category-rule.ts'
import { allJobs } from './jobs.ts'
import { connect } from './platform/db/connect.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open-database.ts'
import type { Transaction } from './platform/db/transaction.ts'
import type { PlatformMail } from './platform/deps.ts'
import { createFolderStore, filesFolder } from './platform/files/folder-store.ts'
import { createS3Store } from './platform/files/s3-store.ts'
import { startFileJobs } from './platform/files/stored-files.ts'
import { buildHealthApp } from './platform/http/health.ts'
import { listen } from './platform/http/listen.ts'
import { startJobQueue } from './platform/jobs/job-queue.ts'
import { createLive } from './platform/live/live.ts'
import { createLog } from './platform/log.ts'
import type { Mail } from './platform/mail/deliver-mail.ts'
import { parseMailAddress } from './platform/mail/mail-address.ts'
import { startMailJobs } from './platform/mail/mail-jobs.ts'
import { mailAccountChanged } from './platform/mail/retry-mails.ts'
import { createSmtpTransport } from './platform/mail/smtp-transport.ts'
import { createDnsRecords } from './platform/net/dns-records.ts'
import { type PaypalAccount, createPaypalProvider } from './platform/paypal/paypal-provider.ts'
import { projectFolder } from './platform/project-folder.ts'
import { deriveKey } from './platform/secrets/app-secret.ts'
import { openKeyRing } from './platform/secrets/key-ring.ts'
import { createSecrets } from './platform/secrets/secrets.ts'
import { readProductVersion } from './product-version.ts'
import { readSecrets } from './read-secrets.ts'
import { type Installation, describeInstallation } from './shared/installation.ts'
import type { Money } from './shared/money.ts'
import { productName } from './shared/product.ts'
import { startMetrics } from './start-metrics.ts'
import { startReceiptMail } from './start-receipt-mail.ts'

export interface RunningMillrace {
  /** What the operator reads after the start. */
  greeting: string
  /** Finishes work in progress, then stops everything that the start began. */
  stop(): Promise<void>
}

function findPages(): string {
  const folder = join(projectFolder, 'dist/web')
  if (existsSync(join(folder, 'routes.json'))) return folder
  throw new StartError(
    'The pages have not been built yet. Run npm run build, or npm start, which builds them automatically.',
  )
}

function describeMail({ mailFrom, smtpUrl }: Config): PlatformMail {
  const { domain } = parseMailAddress('sender', mailFrom)
  if (!smtpUrl) return { domain, smtp: null }
  const { hostname, port, protocol } = new URL(smtpUrl)
  return { domain, smtp: { host: hostname, port: Number(port) || (protocol === 'smtps:' ? 465 : 587) } }
}

function describePages({ appUrl, operator, mailFrom }: Config): Installation {
  const mailDomain = parseMailAddress('sender', mailFrom).domain
  return describeInstallation({ origin: appUrl, ...operator, mailDomain })
}

/** Starts the product, in this order: settings, database, migrations, mail, jobs, pages and API. */
export async function startMillrace(config: Config, output: NodeJS.WriteStream): Promise<RunningMillrace> {
  const log = createLog(config.logLevel, output)
  const secret = await readSecrets(config)
  // Called in reverse order, both on stop and if a later step of the start fails.
  const disposers: (() => Promise<void> | void)[] = []
  let isStopping = false
  const stop = async () => {
    while (disposers.length > 0) await disposers.pop()?.()
  }
  try {
    const opened = await openDatabase(config, log)
    disposers.push(() => opened.close())
    await migrate(opened.url, allJobs, {
      beforeChange: keepBeforeUpdate(config, opened.url, (file) =>
        log.info({ file }, 'backup written before the update'),
      ),
    })
    const database = connect({
      url: opened.url,
      poolerUrl: opened.poolerUrl,
      replicaUrl: config.databaseReadUrl,
      onError: (err) => log.warn({ err }, 'database connection lost'),
    })
    disposers.push(() => database.close())
    const live = createLive({ url: opened.url, log })
    disposers.push(() => live.close())
    const ring = await openKeyRing(database, () => readSecrets(config))

    const runsJobs = config.role !== 'web'
    const mailFolder = join(config.dataDir, 'mail')
    const transport = config.smtpUrl
      ? createSmtpTransport(config.smtpUrl)
      : createMailboxTransport({ folder: mailFolder, log })
    disposers.push(() => transport.close())
    disposers.push(endInvoicePdfs)
    disposers.push(endStatementPdfs)
    disposers.push(endReportPdfs)
    disposers.push(endDataFileReading)
    const jobs = await startJobQueue({ database, log, runsJobs })
    disposers.push(() => jobs.stop())
    const cards = await connectCards({ config, database, jobs, log, secret })
    disposers.push(() => cards.close())
    const paypal = await startPaypalSandbox({ database, log, appUrl: config.appUrl })
    disposers.push(() => paypal.close())
    const banks = await connectBanks({ config, database, log })
    disposers.push(() => banks.close())
    const bankFiles = createBankFilePool()
    disposers.push(() => bankFiles.end())
    const ownPages = createOwnPageCloser()
    disposers.push(() => ownPages.stop())
    const authDeps = createAuthDeps({
      database,
      jobs,
      log,
      secret: deriveKey(secret.current, 'sign-in'),
      appUrl: config.appUrl,
      origins: config.origins,
      mailFrom: config.mailFrom,
      google: config.google,
    })
    const deps = {
      ...authDeps,
      live,
      mailWaitsForVerification: config.smtpUrl !== undefined,
      now: () => new Date(),
      cards: cards.provider,
      demoPayments: config.demoPayments,
      secrets: createSecrets(ring),
      connectOwnCards,
      connectPaypal: (account: PaypalAccount) => createPaypalProvider(account, { demo: paypal.address }),
      demoBank: banks.demoBank,
      platformBanks: banks.platformBanks,
      connectOwnBanks: banks.connectOwnBanks,
      bankFiles,
      allowPrivateAddresses: config.allowPrivateAddresses,
      ratesSource: config.ratesSource,
      mailAccountChanged: mailAccountChanged(jobs),
      closeCheckouts: createCheckoutCloser(jobs),
      matchReceipts: createReceiptMatcher(jobs),
      matchTransactions: createTransactionMatcher(jobs),
      fetchPayouts: createPayoutFetcher({ database, jobs }),
      canPayOnline: (tx: Transaction, due: Money): Promise<boolean> => canPayOnline(tx, deps, due),
      areTestsAllowed: (tx: Transaction): Promise<boolean> => allowsTestPayments(tx, deps),
      platformMail: describeMail(config),
      mailbox: config.smtpUrl ? null : openMailbox(mailFolder),
      dns: createDnsRecords(),
      files: config.filesS3
        ? createS3Store(config.filesS3)
        : createFolderStore(join(config.dataDir, filesFolder)),
      receiptMail: config.receiptMail ? { domain: config.receiptMail.domain } : null,
      installation: {
        version: readProductVersion(),
        startedAt: new Date(),
        isEmbeddedDatabase: config.databaseUrl === undefined,
        dataDir: config.dataDir,
        hasBanks: config.plaid !== undefined,
      },
      isStopping: () => isStopping,
      closeOwnPages: (businessId: string, keys: ReplacedKeys, wait: OwnPagesWait): Promise<void> =>
        ownPages.close(deps, { businessId, keys }, wait),
    }
    if (runsJobs) {
      const makeAttachments = withReportFiles(deps, withStatements(deps, createInvoiceAttachments(deps)))
      const findOwnSender = createOwnSenders(deps)
      const [objectToInvoice, objectToEstimate, objectToReminder, objectToSummary, objectToReader] = [
        createInvoiceObjection(deps),
        createEstimateObjection(deps),
        createReminderObjection(deps),
        createSummaryObjection(deps),
        createMemberObjection(deps),
      ]
      const findObjection = async (mail: Mail) =>
        (await objectToInvoice(mail)) ??
        (await objectToEstimate(mail)) ??
        (await objectToReminder(mail)) ??
        (await objectToSummary(mail)) ??
        objectToReader(mail)
      await startMailJobs({ ...deps, transport, findOwnSender, makeAttachments, findObjection })
      await startFileJobs(deps)
      await startAttachmentJobs(deps)
      await startActivityJobs(deps)
      await startAuthJobs(deps)
      await startPaymentJobs(deps)
      await startChargeJobs(deps)
      await startBillingJobs(deps)
      await startEstimateJobs(deps)
      await startReminderJobs(deps)
      await startApprovalJobs(deps)
      await startLateFeeJobs(deps)
      await startRecurringJobs(deps)
      await startExpenseJobs(deps)
      await startRateJobs(deps)
      await startFigureJobs(deps)
      await startJournalJobs(deps)
      await startSummaryJobs(deps)
      await startSyncJobs(deps)
      await startEndingJobs(deps)
      await startItemJobs(deps)
      await startBankMails(deps)
      await startTransactionJobs(deps)
      await startMatchingJobs(deps)
      await startTransactionMatching(deps)
      await startPayoutJobs(deps)
      disposers.push(await startReadingJobs(deps))
      await startBankFileJobs(deps)
      await startDataImportJobs(deps)
      await startPackageJobs(deps)
      await startAccountJobs(deps)
      await startRestoreJobs(deps)
      await cards.startJobs()
    }

    const receiptMail = await startReceiptMail(config, deps)
    disposers.push(() => receiptMail.close())
    const metrics = await startMetrics({ config, database, live, log, version: deps.installation.version })
    disposers.push(() => metrics.close())
    const servesPages = config.role !== 'worker'
    let admin: Credentials | null = null
    const makeAdmin = async () => {
      admin = await ensureDefaultAdmin(deps, { email: config.adminEmail, password: config.adminPassword })
    }
    if (servesPages || config.portIsSet) {
      const { app } = servesPages
        ? buildApp({
            deps,
            log,
            appUrl: config.appUrl,
            origins: config.origins,
            trustProxy: config.trustProxy,
            cardSandboxPages: cards.sandboxPages,
            paypalSandboxPages: paypal.pages,
            bankSandboxPages: banks.sandboxPages,
            pages: { folder: findPages(), facts: describePages(config) },
            metrics: metrics.served,
          })
        : buildHealthApp(log, deps, metrics.served)
      // The admin is created after the port is bound and before the first request. Earlier, a taken port
      // would waste the only time that the password is shown. Later, another user could sign up with the
      // admin's address.
      const server = await listen(app, config, makeAdmin)
      disposers.push(() => server.close())
      // Event streams last as long as their page is open. They would not finish before the server closes.
      disposers.push(() => live.close())
    } else {
      await makeAdmin()
    }
    // /readyz fails first, so that a proxy stops sending requests before the port closes.
    if (servesPages) {
      disposers.push(async () => {
        isStopping = true
        await sleep(config.drainSeconds * 1000)
      })
    }
    return { greeting: greet(config, opened.location, admin), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function greet(config: Config, location: string, admin: Credentials | null): string {
  const lines = [
    config.role === 'worker'
      ? `${productName} runs background jobs.`
      : `${productName} is ready: ${config.appUrl}`,
    `Data: ${location}`,
  ]
  if (!config.smtpUrl) lines.push(`Email: saved in ${join(config.dataDir, 'mail')} (set SMTP_URL to send it)`)
  if (!config.stripe) {
    const cards = config.demoPayments ? 'a built-in sandbox, no real money' : 'none'
    lines.push(`Cards: ${cards} (set STRIPE_SECRET_KEY to charge)`)
  }
  if (!config.plaid)
    lines.push('Banks: a built-in demo bank (set PLAID_CLIENT_ID and PLAID_SECRET for real ones)')
  if (admin) {
    lines.push('', `Admin: ${config.appUrl}/admin/login`, `  email:    ${admin.email}`)
    lines.push(
      config.adminPassword
        ? '  password: the one in ADMIN_PASSWORD'
        : `  password: ${admin.password}   (shown only this once)`,
    )
  }
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}
