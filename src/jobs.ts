import { advanceCardSandbox } from '../sandbox/cards/advance-card-sandbox.ts'
import { deliverCardEvent } from '../sandbox/cards/events.ts'
import { deleteDueAccounts } from './features/account/jobs.ts'
import { restoreArchive, tendRestores } from './features/account/restore/jobs.ts'
import { forgetActivity } from './features/activity/jobs.ts'
import { sweepAttachments } from './features/attachments/jobs.ts'
import { forgetExpired, sendPasswordReset } from './features/auth/jobs.ts'
import { importBankFile, sweepBankFiles, undoImport } from './features/bank-files/jobs.ts'
import {
  checkBankLink,
  checkDueItems,
  clearTransactions,
  endBankAccess,
  removeBankItem,
  sendBankMail,
  syncBankConnection,
  syncDueBanks,
  tendBankItems,
  updateBankWebhook,
} from './features/banking/jobs.ts'
import { reconcileSubscriptions } from './features/billing/jobs.ts'
import { importData, sweepDataFiles, undoDataJob } from './features/data-imports/jobs.ts'
import { remindOfEstimates } from './features/estimates/jobs.ts'
import { makeRecurringExpenses } from './features/expenses/jobs.ts'
import { rollUpMoneyJob, recountMoneyJob } from './features/figures/jobs.ts'
import { mailApprovalJob } from './features/invoices/approval/jobs.ts'
import { addLateFeesJob } from './features/invoices/late-fees/jobs.ts'
import { updateJournalsJob } from './features/journal/jobs.ts'
import { matchTransactionsJob } from './features/matching/jobs.ts'
import {
  chargeSavedCards,
  closeCheckout,
  pollSoonerJob,
  reconcilePayments,
  removeSavedCard,
  syncRefundsJob,
} from './features/payments/jobs.ts'
import { fetchCardPayoutsJob, fetchPayoutsJob } from './features/payouts/jobs.ts'
import { fetchRatesJob, fillRatesJob } from './features/rates/jobs.ts'
import { matchReceiptsJob } from './features/receipts/filing/match-waiting-receipts.ts'
import { readReceipts } from './features/receipts/reading/jobs.ts'
import { makeRecurringInvoices } from './features/recurring/jobs.ts'
import { sendReminders } from './features/reminders/jobs.ts'
import { makePackageJob, tendPackages } from './features/reports/packages/jobs.ts'
import { sendSummariesJob } from './features/reports/summary/jobs.ts'
import { followCategoryRule } from './features/transactions/category-rule.ts'
import { removeFiles, sweepFiles } from './platform/files/stored-files.ts'
import type { Job } from './platform/jobs/job.ts'
import { releaseMails } from './platform/mail/held-mails.ts'
import { failLostMails } from './platform/mail/mail-jobs.ts'
import { deliveryJobs } from './platform/mail/queue-mail.ts'
import { retryMailsJob } from './platform/mail/retry-mails.ts'

/** All background jobs, so that their queues exist before anything is enqueued. */
export const allJobs: readonly Job[] = [
  ...deliveryJobs,
  releaseMails,
  retryMailsJob,
  failLostMails,
  removeFiles,
  sweepFiles,
  sweepAttachments,
  forgetActivity,
  sendPasswordReset,
  forgetExpired,
  closeCheckout,
  reconcilePayments,
  pollSoonerJob,
  syncRefundsJob,
  chargeSavedCards,
  removeSavedCard,
  reconcileSubscriptions,
  remindOfEstimates,
  sendReminders,
  mailApprovalJob,
  addLateFeesJob,
  makeRecurringInvoices,
  makeRecurringExpenses,
  fillRatesJob,
  fetchRatesJob,
  rollUpMoneyJob,
  updateJournalsJob,
  sendSummariesJob,
  recountMoneyJob,
  syncBankConnection,
  syncDueBanks,
  endBankAccess,
  checkBankLink,
  checkDueItems,
  removeBankItem,
  updateBankWebhook,
  tendBankItems,
  sendBankMail,
  clearTransactions,
  followCategoryRule,
  readReceipts,
  matchReceiptsJob,
  fetchPayoutsJob,
  fetchCardPayoutsJob,
  matchTransactionsJob,
  importBankFile,
  undoImport,
  sweepBankFiles,
  importData,
  undoDataJob,
  sweepDataFiles,
  makePackageJob,
  tendPackages,
  deleteDueAccounts,
  restoreArchive,
  tendRestores,
  deliverCardEvent,
  advanceCardSandbox,
]
