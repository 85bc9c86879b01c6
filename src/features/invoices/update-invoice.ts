import { and, eq } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { invoiceEvents, invoices } from '../../platform/db/tables/invoices.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { type Limit, withinLimits } from '../../platform/limits/limit.ts'
import { dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { formatMoney } from '../../shared/money.ts'
import { billSources, holdSources } from '../billable/bill-sources.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import { saveClient } from '../clients/save-client.ts'
import { readOwnValues } from '../fields/read-own-values.ts'
import { assertOpen, holdClosedThrough } from '../periods/assert-open-period.ts'
import { asksForApproval, followApproval } from './approval/follow-approval.ts'
import { areFiguresChanged } from './are-figures-changed.ts'
import { toColumns, totalsFor } from './columns.ts'
import type * as contract from './contract.ts'
import type { InvoiceInput } from './document/input-rules.ts'
import { keepHeld, sourcesOf } from './document/source-rules.ts'
import type { InvoiceChangeDeps, InvoiceDeps } from './invoice-deps.ts'
import { toInvoice } from './invoice-view.ts'
import { queueInvoiceMail } from './mail/emails.ts'
import { clientMailLimit, getMailFacts } from './mail/mail-limit.ts'
import { type InvoiceRow, getBusinessFacts, getInvoiceRow, getLogo, lockInvoice } from './queries.ts'
import { rememberItems } from './remember-items.ts'
import { paidInCurrency } from './rules.ts'
import { settleInvoice } from './settle-invoice.ts'

export async function updateInvoice(
  deps: InvoiceChangeDeps,
  identity: Identity,
  id: string,
  body: BodyOf<typeof contract.updateInvoice>,
): Promise<contract.Invoice> {
  const { businessId, business } = identity
  const now = deps.now()
  const limits = await mailLimitsFor(deps, businessId, id, body)
  const change = () =>
    withTenant(deps.database, businessId, async (tx) => {
      const [closedThrough, current] = await Promise.all([
        holdClosedThrough(tx, businessId),
        lockInvoice(tx, id),
      ])
      if (current.status === 'paid') {
        throw new AppError(
          'INVOICE_PAID',
          'A paid invoice can’t be changed because it’s the record of what your client paid for.',
        )
      }
      assertNotCredited(current)
      if (current.version !== body.version) {
        throw new AppError(
          'CHANGED_ELSEWHERE',
          'This invoice has been changed elsewhere in the meantime. Reload it to see the latest version.',
        )
      }
      const input = { ...body, currency: body.currency ?? current.currency }
      const stored = await getInvoiceRow(tx, id)
      const { lateFees } = stored
      const format = { currency: input.currency, locale: business.locale }
      const totals = totalsFor(input.charge, format, lateFees)
      if (current.currency !== input.currency) await assertCurrencyCanChange(tx, businessId, id, current)
      await getLogo(tx, businessId, input.logoId)
      const { client, currency } = input
      const clientId = await saveClient(tx, deps.log, identity, { ...client, currency })
      const held = await holdSources(tx, businessId, id, sourcesOf(input.charge))
      const charge = keepHeld(input.charge, held)
      const ownFields = await readOwnValues(tx, 'invoice', input.ownFields, stored.ownFields)
      const columns = toColumns({ ...input, charge, ownFields }, totals, clientId, lateFees)
      if (areFiguresChanged(stored, columns)) assertOpen(closedThrough, [stored.issueDate, columns.issueDate])
      await tx.db
        .update(invoices)
        .set({
          ...columns,
          locale: business.locale,
          version: current.version + 1,
          approval: asksForApproval(stored, columns) ? 'waiting' : stored.approval,
          updatedAt: now,
          // Reminders that the new plan puts in the past are not sent.
          ...(needsNewReminderPlan(current, columns) && {
            remindersSince: now,
            remindersNotBefore: null,
          }),
          ...(needsNewLateFeePlan(current, columns) && { lateFeesSince: now }),
        })
        .where(and(eq(invoices.businessId, businessId), eq(invoices.id, id)))
      await tx.db.insert(invoiceEvents).values({ businessId, invoiceId: id, kind: 'changed' })
      await billSources(tx, { businessId, invoiceId: id, isNew: false }, held)
      let changed = await getInvoiceRow(tx, id)
      await followApproval(tx, deps, identity, { before: stored, after: changed, now })
      await rememberItems(tx, businessId, changed, current)
      assertNotBelowReceived(changed, input.charge)
      // With the new total, what was received may pay the invoice in full, or less of what went back was paid too much.
      const { becamePaid } = await settleInvoice(tx, { businessId, invoiceId: id }, now)
      if (becamePaid) await tx.db.insert(invoiceEvents).values({ businessId, invoiceId: id, kind: 'paid' })
      changed = await getInvoiceRow(tx, id)
      if (isAmountChanged(current, changed)) {
        await deps.closeCheckouts(tx, { businessId, invoiceId: id })
        await deps.matchTransactions(tx, businessId)
      }
      if (limits.length > 0 && !changed.sentAt && changed.approval === null) {
        const { ownerVerified } = await getBusinessFacts(tx, businessId, null)
        await queueInvoiceMail(tx, deps, changed, { timeZone: business.timeZone, ownerVerified })
        changed = await getInvoiceRow(tx, id)
      }
      if (current.logoId !== null && current.logoId !== input.logoId) {
        await removeUnusedLogos(tx, businessId, deps.log)
      }
      return changed
    })
  const row = await (limits.length > 0 ? withinLimits(deps.database, limits, change) : change())
  return toInvoice(row, { today: dateIn(business.timeZone, now), appUrl: deps.appUrl })
}

/** A credit note names the lines of the invoice as they were sent, so they stay. */
function assertNotCredited({
  status,
  creditNotesMinor,
}: Pick<InvoiceRow, 'status' | 'creditNotesMinor'>): void {
  if (status === 'cancelled') {
    throw new AppError(
      'INVOICE_CANCELLED',
      'A canceled invoice can’t be changed. Duplicate it to send a corrected one.',
    )
  }
  if (creditNotesMinor > 0) {
    throw new AppError(
      'INVOICE_CREDITED',
      'This invoice has a credit note, so it can’t be changed. Credit the rest and duplicate it to send a corrected one.',
    )
  }
}

const datesOf = ({ dueDate, parts }: Pick<InvoiceRow, 'dueDate' | 'parts'>) =>
  (parts ?? [{ dueDate }]).map((part) => part.dueDate).join()

type SendingFields = Pick<InvoiceRow, 'sendOption' | 'sentAt'>

/** Whether a draft now counts as sent, although Millrace does not mail it. */
function isHandedOver(before: SendingFields, after: Pick<SendingFields, 'sendOption'>): boolean {
  return before.sentAt === null && before.sendOption !== 'do_not_send' && after.sendOption === 'do_not_send'
}

function needsNewReminderPlan(
  before: SendingFields & Pick<InvoiceRow, 'dueDate' | 'parts' | 'sendReminder' | 'clientId'>,
  after: Pick<InvoiceRow, 'dueDate' | 'parts' | 'sendReminder' | 'sendOption' | 'clientId'>,
): boolean {
  return (
    datesOf(before) !== datesOf(after) ||
    before.clientId !== after.clientId ||
    (after.sendReminder && !before.sendReminder) ||
    isHandedOver(before, after)
  )
}

/** A fee is never added for a day before its terms and dates stood on the invoice. */
function needsNewLateFeePlan(
  before: SendingFields & Pick<InvoiceRow, 'dueDate' | 'parts' | 'lateFeeTerms'>,
  after: Pick<InvoiceRow, 'dueDate' | 'parts' | 'lateFeeTerms' | 'sendOption'>,
): boolean {
  return (
    datesOf(before) !== datesOf(after) ||
    !isDeepStrictEqual(before.lateFeeTerms, after.lateFeeTerms) ||
    isHandedOver(before, after)
  )
}

type AmountFields = Pick<InvoiceRow, 'openMinor' | 'issueDate' | 'paymentTerms' | 'parts'>

/** Whether an open checkout session would now charge a wrong amount or show an outdated early payment offer. */
function isAmountChanged(before: AmountFields, after: AmountFields): boolean {
  const isMoved = !isDeepStrictEqual(before.parts, after.parts)
  return (
    isMoved || (['openMinor', 'issueDate', 'paymentTerms'] as const).some((key) => before[key] !== after[key])
  )
}

/** Rejects another currency once money moved in the present one, or while the client is paying. */
async function assertCurrencyCanChange(
  { client }: Transaction,
  businessId: string,
  id: string,
  { currency }: Pick<InvoiceRow, 'currency'>,
): Promise<void> {
  const { rows } = await client.query<{ hasPayments: boolean; isBeingPaid: boolean }>(
    `select exists (select from payments where business_id = $1 and invoice_id = $2) as "hasPayments",
       exists (select from checkouts where business_id = $1 and invoice_id = $2
         and (state = 'processing' or state in ('opening', 'open') and expires_at > now())) as "isBeingPaid"`,
    [businessId, id],
  )
  if (rows[0]?.hasPayments) throw fieldError('currency', paidInCurrency(currency))
  if (rows[0]?.isBeingPaid) {
    const message = `Your client is paying this invoice in ${currency} right now, so its currency can’t be changed. Please try again later.`
    throw fieldError('currency', message)
  }
}

/** Rejects a total below what was received, which would make the invoice overpaid. The error rolls back the change. */
function assertNotBelowReceived(invoice: InvoiceRow, { kind }: InvoiceInput['charge']): void {
  const { totalMinor, receivedMinor, creditedMinor } = invoice
  const minMinor = receivedMinor + creditedMinor
  if (totalMinor >= minMinor) return
  const discountText =
    creditedMinor > 0 ? ` and ${formatMoney(creditedMinor, invoice)} discounted for paying early` : ''
  const message = `${formatMoney(receivedMinor, invoice)} has already been received${discountText}, so the amount can’t be lower. Undo or refund a payment first.`
  throw fieldError(kind === 'amount' ? 'charge.amountMinor' : 'charge', message)
}

/** Returns the mail limits if this change sends the invoice, otherwise none. An invoice that was sent is not sent again. */
async function mailLimitsFor(
  { database }: InvoiceDeps,
  businessId: string,
  id: string,
  { sendOption }: Pick<InvoiceInput, 'sendOption'>,
): Promise<Limit[]> {
  if (sendOption !== 'email_now') return []
  const { plan, isSent } = await getMailFacts(database, businessId, id)
  return isSent ? [] : [clientMailLimit(businessId, plan)]
}
