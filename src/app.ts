import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { pagesPath as bankPagesPath } from '../sandbox/banks/pages-path.ts'
import { pagesPath } from '../sandbox/cards/card-sandbox.ts'
import { pagesPath as paypalPagesPath } from '../sandbox/paypal/paypal-sandbox.ts'
import { registerAccountRoutes } from './features/account/routes.ts'
import { registerActivityRoutes } from './features/activity/routes.ts'
import type { AdminMailDeps } from './features/admin-mail/admin-mail-deps.ts'
import { registerAdminMailRoutes } from './features/admin-mail/routes.ts'
import { registerAdminRoutes } from './features/admin/routes.ts'
import { registerAttachmentRoutes } from './features/attachments/routes.ts'
import type { AuthDeps } from './features/auth/auth-deps.ts'
import { sessionCookieName } from './features/auth/better-auth.ts'
import { registerAuthLinks, registerAuthRoutes } from './features/auth/routes.ts'
import { identify, identifyAnywhere } from './features/auth/sessions/identify.ts'
import type { BankFileDeps } from './features/bank-files/bank-file-deps.ts'
import { registerBankFileRoutes } from './features/bank-files/routes.ts'
import type { BankingDeps } from './features/banking/banking-deps.ts'
import { registerBankingRoutes } from './features/banking/routes.ts'
import { registerBillableRoutes } from './features/billable/routes.ts'
import { registerBillingRoutes } from './features/billing/routes.ts'
import { registerBusinessRoutes } from './features/business/routes.ts'
import { registerCategoryRoutes } from './features/categories/routes.ts'
import { registerCategoryMoveRoutes } from './features/category-moves/routes.ts'
import { registerClientRoutes } from './features/clients/routes.ts'
import { registerCommentRoutes } from './features/comments/routes.ts'
import { registerContactRoutes } from './features/contact/routes.ts'
import { registerPublicCreditNoteRoutes } from './features/credit-notes/public-routes.ts'
import { registerCreditNoteRoutes } from './features/credit-notes/routes.ts'
import { registerDashboardRoutes } from './features/dashboard/routes.ts'
import { registerDataImportRoutes } from './features/data-imports/routes.ts'
import { registerPublicEstimateRoutes } from './features/estimates/public/public-routes.ts'
import { registerEstimateRoutes } from './features/estimates/routes.ts'
import { registerExpenseRoutes } from './features/expenses/routes.ts'
import { registerFieldRoutes } from './features/fields/routes.ts'
import { registerFigureRoutes } from './features/figures/routes.ts'
import { registerFindRoutes } from './features/find/routes.ts'
import type { IntegrationDeps } from './features/integrations/integration-deps.ts'
import { registerIntegrationRoutes } from './features/integrations/routes.ts'
import { registerApprovalRoutes } from './features/invoices/approval/routes.ts'
import { registerLateFeeRoutes } from './features/invoices/late-fees/routes.ts'
import { registerPublicInvoiceRoutes } from './features/invoices/public/public-routes.ts'
import { registerInvoiceRoutes } from './features/invoices/routes.ts'
import { registerItemRoutes } from './features/items/routes.ts'
import { type LiveDeps, registerLiveRoutes } from './features/live/routes.ts'
import { registerMatchingRoutes } from './features/matching/routes.ts'
import type { PaymentDeps } from './features/payments/payment-deps.ts'
import { registerPublicPaymentRoutes } from './features/payments/public-routes.ts'
import { registerPaymentRoutes } from './features/payments/routes.ts'
import { registerPayoutRoutes } from './features/payouts/routes.ts'
import { registerPeriodRoutes } from './features/periods/routes.ts'
import { registerPortalRoutes } from './features/portal/public-routes.ts'
import { registerClientPortalRoutes } from './features/portal/routes.ts'
import { registerRateRoutes } from './features/rates/routes.ts'
import { registerReceiptRoutes } from './features/receipts/routes.ts'
import { registerRecurringRoutes } from './features/recurring/routes.ts'
import { registerReminderRoutes } from './features/reminders/routes.ts'
import { registerLedgerRoutes } from './features/reports/ledger/routes.ts'
import { registerPackageRoutes } from './features/reports/packages/routes.ts'
import { registerReportRoutes } from './features/reports/routes.ts'
import { registerSiteRoutes } from './features/site/routes.ts'
import { registerStatementRoutes } from './features/statements/routes.ts'
import { registerSystemRoutes } from './features/system/routes.ts'
import type { SystemDeps } from './features/system/system-deps.ts'
import { registerTaxRoutes } from './features/taxes/routes.ts'
import { registerTeamRoutes } from './features/team/routes.ts'
import { registerTemplateRoutes } from './features/templates/routes.ts'
import { registerTransactionRoutes } from './features/transactions/routes.ts'
import type { Deps } from './platform/deps.ts'
import { renderApiDocs } from './platform/http/api-docs.ts'
import { createApi } from './platform/http/api.ts'
import { originCheck, requestLog, securityHeaders } from './platform/http/guards.ts'
import { type HealthDeps, registerHealth } from './platform/http/health.ts'
import type { HttpEnv } from './platform/http/http-env.ts'
import { describeApi } from './platform/http/openapi.ts'
import { servePages } from './platform/http/pages.ts'
import { answerWithProblem } from './platform/http/problems.ts'
import { type ServedMetrics, registerMetrics } from './platform/metrics/serve-metrics.ts'
import { AppError } from './shared/errors.ts'
import type { Installation } from './shared/installation.ts'

/** What the features name, together. */
type AppDeps = AuthDeps &
  IntegrationDeps &
  PaymentDeps &
  BankingDeps &
  BankFileDeps &
  LiveDeps &
  AdminMailDeps &
  SystemDeps &
  HealthDeps &
  Deps<'files' | 'receiptMail'>

export interface AppOptions {
  deps: AppDeps
  log: Logger
  appUrl: string
  origins: readonly string[]
  trustProxy: boolean
  /** The hosted pages of the card sandbox, if it is in use. */
  cardSandboxPages?: Hono | undefined
  /** The page of the PayPal sandbox on which a payment is approved. */
  paypalSandboxPages?: Hono | undefined
  /** The page of the demo bank on which the owner of a demo account signs in again. */
  bankSandboxPages?: Hono | undefined
  /**
   * The folder of the built pages, and the facts about the installation that they show. Omit to serve only
   * the API.
   */
  pages?: { folder: string; facts: Installation }
  checkResponses?: boolean
  /** Omit to collect no metrics. */
  metrics?: ServedMetrics | undefined
}

/** Builds the HTTP app without listening on a port. */
export function buildApp(options: AppOptions) {
  const { deps, log, appUrl, origins } = options
  const app = new OpenAPIHono<HttpEnv>()
  if (options.metrics) app.use(options.metrics.count)
  app.use(requestLog(log, options.trustProxy))
  app.use(securityHeaders(appUrl))
  registerHealth(app, deps)
  if (options.metrics) registerMetrics(app, options.metrics)
  app.use(originCheck(origins))
  app.onError(answerWithProblem)

  const identifyRequest = (context: Context<HttpEnv>) => identify(deps, context)
  // The visitor of a public page may be signed in and no longer belong to the business that their tab names.
  const identifyViewer = (context: Context<HttpEnv>) => identifyAnywhere(deps, context)
  const api = createApi({
    app,
    identify: identifyRequest,
    checkResponses: options.checkResponses ?? false,
  })
  registerAuthRoutes(api, deps)
  registerAuthLinks(app, deps)
  registerBusinessRoutes(api, deps.database)
  registerLiveRoutes(api, deps)
  registerIntegrationRoutes(api, deps)
  registerBillingRoutes(api, deps)
  registerTeamRoutes(api, deps)
  registerFieldRoutes(api, deps.database)
  registerClientRoutes(api, deps)
  registerItemRoutes(api, deps.database)
  registerBillableRoutes(api, deps)
  registerTaxRoutes(api, deps.database)
  registerRateRoutes(api, deps)
  registerFigureRoutes(api, deps)
  registerPeriodRoutes(api, deps)
  registerAttachmentRoutes(api, deps)
  // Before those of a single invoice, which would read `approval-limit` as an id.
  registerApprovalRoutes(api, deps)
  registerInvoiceRoutes(api, deps)
  registerLateFeeRoutes(api, deps)
  registerPublicInvoiceRoutes(api, deps, identifyViewer)
  registerPaymentRoutes(api, deps)
  registerPublicPaymentRoutes(api, deps)
  registerCreditNoteRoutes(api, deps)
  registerPublicCreditNoteRoutes(api, deps)
  registerStatementRoutes(api, deps)
  registerEstimateRoutes(api, deps)
  registerPublicEstimateRoutes(api, deps, identifyViewer)
  registerReminderRoutes(api, deps)
  // Before the reports: an address that names one of them would be taken for the name of a report.
  registerLedgerRoutes(api, deps)
  registerPackageRoutes(api, deps)
  registerReportRoutes(api, deps)
  registerPortalRoutes(api, deps, identifyViewer)
  registerCommentRoutes(api, deps)
  registerClientPortalRoutes(api, deps)
  registerRecurringRoutes(api, deps)
  registerTemplateRoutes(api, deps.database)
  registerExpenseRoutes(api, deps)
  registerCategoryRoutes(api, deps)
  registerCategoryMoveRoutes(api, deps)
  registerBankingRoutes(api, deps)
  registerTransactionRoutes(api, deps)
  registerReceiptRoutes(api, deps)
  registerPayoutRoutes(api, deps)
  registerMatchingRoutes(api, deps)
  registerBankFileRoutes(api, deps)
  registerDataImportRoutes(api, deps)
  registerActivityRoutes(api, deps.database)
  registerFindRoutes(api, deps)
  registerDashboardRoutes(api, deps)
  registerAccountRoutes(api, deps)
  registerAdminMailRoutes(api, deps)
  registerContactRoutes(api, deps)
  registerSystemRoutes(api, deps)
  registerAdminRoutes(api, deps)
  registerSiteRoutes(api, deps.database)

  const cookieName = sessionCookieName(appUrl)
  // Built on the first request, because it would add a tenth to the start-up time. Kept as text, because
  // anyone may request it at any rate.
  const description = once(() => describeApi(app, { appUrl, cookieName }))
  const json = once(() => JSON.stringify(description()))
  const docs = once(() => renderApiDocs(description()))
  app.get('/api/v1/openapi.json', (context) =>
    context.body(json(), 200, { 'content-type': 'application/json' }),
  )
  app.get('/api/docs', (context) => context.html(docs()))

  if (options.cardSandboxPages) app.route(pagesPath, options.cardSandboxPages)
  if (options.paypalSandboxPages) app.route(paypalPagesPath, options.paypalSandboxPages)
  if (options.bankSandboxPages) app.route(bankPagesPath, options.bankSandboxPages)
  if (options.pages) servePages(app, options.pages)
  app.notFound((context) =>
    answerWithProblem(new AppError('NOT_FOUND', 'There is nothing at this address.'), context),
  )
  return { app, api }
}

function once<T extends object | string>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}
