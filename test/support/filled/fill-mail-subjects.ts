import { randomUUID } from 'node:crypto'
import { mailInvoices, mails } from '../../../src/platform/db/tables/mail.ts'
import type { Transaction } from '../../../src/platform/db/transaction.ts'
import type { Filling } from './filling.ts'

interface Subjects {
  clientId: string
  invoiceId: string
  otherInvoiceId: string
}

/** A statement that was mailed to the client, and a receipt for two invoices. */
export async function fillMailSubjects(
  db: Transaction['db'],
  { businessId, say, mail }: Filling,
  { clientId, invoiceId, otherInvoiceId }: Subjects,
): Promise<void> {
  const written = {
    businessId,
    fromAddress: mail('business'),
    toAddress: mail('client'),
    html: `<p>${say('mail')}</p>`,
    text: say('mail'),
    state: 'sent',
    sentAt: new Date(),
  } as const
  const mailId = randomUUID()
  await db.insert(mails).values([
    { ...written, kind: 'statement', subject: say('statement'), clientId },
    { ...written, id: mailId, kind: 'receipt', subject: say('receipt'), invoiceId },
  ])
  await db.insert(mailInvoices).values({ businessId, mailId, invoiceId: otherInvoiceId })
}
