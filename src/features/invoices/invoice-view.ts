import { dateIn } from '../../shared/dates.ts'
import { fileUrl } from '../business/rules.ts'
import type { Invoice, InvoiceDocument } from './contract.ts'
import { documentOn } from './document/document-rules.ts'
import { calculateTotals } from './document/totals-rules.ts'
import type { Totals } from './document/totals-rules.ts'
import type { InvoiceRow } from './queries.ts'
import { statusOn } from './rules.ts'

export function publicUrlOf(appUrl: string, invoiceId: string): string {
  return `${appUrl}/invoices/${invoiceId}/view`
}

function chargeOf(row: InvoiceRow): Invoice['charge'] {
  const { lines, discount, taxes, fees } = row
  return lines
    ? { kind: 'lines', lines, discount, taxes, fees }
    : { kind: 'amount', amountCents: row.totalCents }
}

function totalsOf(row: InvoiceRow): Totals {
  const result = calculateTotals(chargeOf(row))
  // What is stored was calculated by the same rules; anything else would show a client a wrong figure.
  if (!result.ok || result.totals.totalCents !== row.totalCents) {
    throw new Error(`the parts of invoice ${row.id} do not add up to its total`)
  }
  return result.totals
}

function logoOf({ logoId, logo }: InvoiceRow): Invoice['logo'] {
  return logoId && logo ? { id: logoId, url: fileUrl(logoId), ...logo } : null
}

function companyOf(row: InvoiceRow): Invoice['company'] {
  return {
    name: row.companyName,
    email: row.companyEmail,
    phone: row.companyPhone,
    address: row.companyAddress,
    contactName: row.contactName,
  }
}

function clientOf(row: InvoiceRow): InvoiceDocument['client'] {
  return {
    name: row.clientName,
    email: row.clientEmail,
    phone: row.clientPhone,
    address: row.clientAddress,
    contactName: row.clientContactName,
  }
}

function styleOf({ documentLook, accentColour, logoPosition }: InvoiceRow): InvoiceDocument['style'] {
  return { look: documentLook, accentColour, logoPosition }
}

/** What both get to see, the client and the owner. */
function writtenOn(row: InvoiceRow) {
  const { number, issueDate, dueDate, paymentTerms, purchaseOrder, description, notes } = row
  return {
    number,
    company: companyOf(row),
    logo: logoOf(row),
    issueDate,
    dueDate,
    paymentTerms,
    purchaseOrder,
    description,
    notes,
    charge: chargeOf(row),
    totals: totalsOf(row),
    style: styleOf(row),
    movements: row.movements,
    receivedCents: row.receivedCents,
    creditedCents: row.creditedCents,
    waivedCents: row.waivedCents,
    isDisputed: row.isDisputed,
  }
}

/** What the client gets to see, on this day in the business's time zone. */
export function toDocument(row: InvoiceRow, { today, timeZone }: { today: string; timeZone: string }) {
  return documentOn(today, {
    ...writtenOn(row),
    status: row.status,
    client: clientOf(row),
    paidOn: row.paidAt && dateIn(timeZone, row.paidAt),
  })
}

/** What its owner gets to see. */
export function toInvoice(row: InvoiceRow, { today, appUrl }: { today: string; appUrl: string }): Invoice {
  return {
    ...writtenOn(row),
    id: row.id,
    version: row.version,
    status: statusOn(today, row),
    logoId: row.logoId,
    client: { id: row.clientId, ...clientOf(row) },
    openCents: row.openCents,
    seriesId: row.seriesId,
    sendOption: row.sendOption,
    sendReminder: row.sendReminder,
    publicUrl: publicUrlOf(appUrl, row.id),
    sentAt: row.sentAt?.toISOString() ?? null,
    viewedAt: row.viewedAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
