import { deleteInvoice } from '../../../src/features/invoices/delete-invoice.ts'
import type { InvoiceChangeDeps } from '../../../src/features/invoices/invoice-deps.ts'
import { emailInvoice } from '../../../src/features/invoices/mail/email-invoice.ts'
import { updateInvoice } from '../../../src/features/invoices/update-invoice.ts'
import { undoPayment } from '../../../src/features/payments/ledger/correct-ledger.ts'
import { recordPayment } from '../../../src/features/payments/ledger/record-payment.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { clientInput, invoiceInput } from '../fixtures/invoice-input.ts'
import { type ReminderRow, remindersOfInvoice } from './books.ts'
import { isoOf, wallClock } from './calendar.ts'
import { type ChaseContext, ownerOf } from './context.ts'
import type { ModelInvoice } from './model.ts'
import { clientEmail } from './world.ts'

/** An action on an invoice: in the product, and its effect on the model. */
export interface InvoiceAct {
  name: string
  run: (deps: InvoiceChangeDeps, id: string) => Promise<unknown>
  apply: (now: number) => void
}

/** Returns null if there is nothing to do. */
export type DrawInvoiceAct = (context: ChaseContext, invoice: ModelInvoice) => InvoiceAct | null

export function hush({ quiet }: ModelInvoice, from: number, why: string): void {
  quiet.push({ from, to: Infinity, why })
}

export function unhush({ quiet }: ModelInvoice, to: number, why: string): void {
  const open = quiet.findLast((one) => one.why === why && one.to === Infinity)
  if (open) open.to = to
}

const paidOf = ({ payments }: ModelInvoice) => payments.reduce((sum, { minor }) => sum + minor, 0)
const isOpen = ({ isPaid, isDeleted }: ModelInvoice) => !isPaid && !isDeleted

const payment =
  (isWhole: boolean): DrawInvoiceAct =>
  ({ draws }, invoice) => {
    if (!isOpen(invoice)) return null
    const open = invoice.totalMinor - paidOf(invoice)
    const minor = isWhole || open < 2 ? open : draws.between(1, open - 1)
    const requestId = draws.uuid()
    const owner = ownerOf(invoice.business)
    return {
      name: minor === open ? 'payments' : 'part payments',
      run: (deps, id) =>
        recordPayment(deps, owner, id, {
          method: 'transfer',
          amountMinor: minor,
          receivedOn: isoOf(wallClock(invoice.business.zone, deps.now().getTime()).day),
          note: '',
          sendReceipt: false,
          requestId,
        }),
      apply(now) {
        invoice.payments.push({ requestId, minor })
        invoice.wasEverPaid = true
        if (minor < open) return
        invoice.isPaid = true
        hush(invoice, now, 'it was paid')
      },
    }
  }

export const payWhole = payment(true)
export const payPart = payment(false)

export const undoLast: DrawInvoiceAct = (_, invoice) => {
  const last = invoice.payments.at(-1)
  if (!last || invoice.isDeleted) return null
  const owner = ownerOf(invoice.business)
  return {
    name: 'payments undone',
    async run(deps, id) {
      const { rows } = await withTenant(deps.database, owner.businessId, ({ client }) =>
        client.query<{ id: string }>('select id from payments where request_id = $1', [last.requestId]),
      )
      await undoPayment(deps, owner, { id, paymentId: rows[0]?.id ?? '' })
    },
    apply(now) {
      invoice.payments.pop()
      if (invoice.isPaid) invoice.since = now
      invoice.isPaid = false
      unhush(invoice, now, 'it was paid')
    },
  }
}

interface Change {
  name: string
  dueDay?: number
  totalMinor?: number
  isWanted?: boolean
}

const change =
  (draw: (context: ChaseContext, invoice: ModelInvoice) => Change): DrawInvoiceAct =>
  (context, invoice) => {
    if (!isOpen(invoice)) return null
    const { name, ...changed } = draw(context, invoice)
    const { dueDay, totalMinor, isWanted, sendOption, client, business } = { ...invoice, ...changed }
    const owner = ownerOf(business)
    const input = invoiceInput({
      client: clientInput({ id: client.id, email: clientEmail(client.id) }),
      issueDate: isoOf(invoice.origin?.issueDay ?? invoice.dueDay),
      dueDate: isoOf(dueDay),
      paymentTerms: 'custom',
      charge: { kind: 'amount', amountMinor: totalMinor },
      sendReminder: isWanted,
      sendOption,
    })
    return {
      name,
      async run(deps, id) {
        const { rows } = await withTenant(deps.database, owner.businessId, ({ client: connection }) =>
          connection.query<{ version: number }>('select version from invoices where id = $1', [id]),
        )
        await updateInvoice(deps, owner, id, { ...input, version: rows[0]?.version ?? 0 })
      },
      apply(now) {
        const isReplanned = invoice.dueDay !== dueDay || (isWanted && !invoice.isWanted)
        if (isReplanned) Object.assign(invoice, { since: now, notBefore: 0 })
        if (invoice.isWanted && !isWanted) hush(invoice, now, 'it was switched off')
        if (!invoice.isWanted && isWanted) unhush(invoice, now, 'it was switched off')
        Object.assign(invoice, changed)
      },
    }
  }

export const moveDueDate = change(({ draws }, { dueDay }) => ({
  name: 'due dates changed',
  dueDay: dueDay + draws.between(-20, 30),
}))
export const raiseTotal = change(({ draws }, { totalMinor }) => ({
  name: 'totals changed',
  totalMinor: totalMinor + draws.between(1, 1000),
}))
export const switchReminder = change((_, { isWanted }) => ({
  name: 'reminders switched on or off',
  isWanted: !isWanted,
}))

export const mailDraft: DrawInvoiceAct = (_, invoice) => {
  if (!isOpen(invoice) || invoice.isSent || invoice.sendOption !== 'email_later') return null
  return {
    name: 'drafts mailed',
    run: (deps, id) => emailInvoice(deps, ownerOf(invoice.business), id),
    apply(now) {
      invoice.isSent = true
      invoice.since = now
      invoice.mails.push(now)
    },
  }
}

export const remove: DrawInvoiceAct = ({ archive }, invoice) => {
  if (!isOpen(invoice) || invoice.wasEverPaid) return null
  const owner = ownerOf(invoice.business)
  return {
    name: 'invoices deleted',
    async run(deps, id) {
      const { rows } = await withTenant(deps.database, owner.businessId, ({ client }) =>
        client.query<ReminderRow>(remindersOfInvoice, [id]),
      )
      await deleteInvoice(deps, owner, id)
      archive.push(...rows)
    },
    apply(now) {
      invoice.isDeleted = true
      hush(invoice, now, 'it was deleted')
    },
  }
}
