import { uploadLogo } from '../../../src/features/business/contract.ts'
import { rollUpMoneyOf } from '../../../src/features/figures/money-totals.ts'
import { updateJournal } from '../../../src/features/journal/update-journal.ts'
import { fillBankFiles } from '../bank-files/fill-bank-files.ts'
import { fillDataImports } from '../data-imports/fill-data-imports.ts'
import { makePicture } from '../fixtures/images.ts'
import { fillMatches } from '../matching/fill-matches.ts'
import { fillPayouts } from '../payouts/fill-payouts.ts'
import { type TestApp, answerOf } from '../test-app.ts'
import { fillAccount, fillIntegrations } from './fill-account.ts'
import { fillBanks, fillExpenses } from './fill-banks.ts'
import { fillBasics } from './fill-basics.ts'
import { fillComments } from './fill-comments.ts'
import { fillInvoices } from './fill-invoices.ts'
import { fillPayments } from './fill-payments.ts'
import { fillReceipts } from './fill-receipts.ts'
import { fillRecurring } from './fill-recurring.ts'
import type { Filling } from './filling.ts'

/**
 * Creates an account whose business has rows in every table, with this word in every text that can be chosen.
 */
export async function fillBusiness(app: TestApp, word: string) {
  const email = `${word}.owner@example.com`.toLowerCase()
  const { cookie, session } = await app.signUpAndIn({ name: `${word} Owner`, businessName: word, email })
  const businessId = session.business.id
  const userId = session.user.id
  const filling: Filling = {
    businessId,
    userId,
    word,
    say: (what) => `${word} ${what}`,
    mail: (what) => `${word}.${what}@example.com`.toLowerCase(),
  }

  const file = new Blob([new Uint8Array(await makePicture('png'))])
  const { id: logoId } = await answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie }))
  const clientId = await fillBasics(app, filling, logoId)
  const invoiceIds = await fillInvoices(app, filling, { clientId, logoId })
  const [invoiceId = '', , otherInvoiceId = ''] = invoiceIds
  await fillPayments(app, filling, invoiceId)
  await fillAccount(app, filling, { clientId, invoiceId, otherInvoiceId })
  const integrations = await fillIntegrations(app, filling)
  await fillRecurring(app, filling, { clientId, invoiceId, logoId })
  // The sums and the journal include everything written so far. What follows is not in them yet.
  await rollUpMoneyOf(app, businessId)
  await updateJournal(app, businessId)
  await fillExpenses(app, { businessId, userId }, word)
  const banks = await fillBanks(app, { businessId, userId }, word)
  await fillReceipts(app, { businessId, userId }, word)
  await fillMatches(app, businessId, word)
  await fillPayouts(app, businessId, word)

  await fillBankFiles(app, { businessId, userId }, word)
  await fillDataImports(app, { businessId, userId }, word)
  await fillComments(app, filling, invoiceId)
  return {
    cookie,
    businessId,
    userId,
    email,
    logoId,
    invoiceIds,
    /** The secrets that must never be shown again, as entered and as stored. */
    secrets: [...integrations.secrets, ...banks.secrets],
    sealed: [...integrations.sealed, ...banks.sealed],
  }
}
