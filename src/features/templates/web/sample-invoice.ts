import type { z } from 'zod'
import type { Currency } from '../../../shared/currencies.ts'
import { dateIn } from '../../../shared/dates.ts'
import { convertMoney } from '../../../shared/money.ts'
import type { DocumentStyle, businessSchema } from '../../business/contract.ts'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import { documentOn, unpaid } from '../../invoices/document/document-rules.ts'
import { eachText } from '../../invoices/document/input-rules.ts'
import { calculateTotals } from '../../invoices/document/totals-rules.ts'
import { dueDateFor } from '../../invoices/rules.ts'

const sampleLines = [
  { description: 'Consultation', quantity: 2500, rateMinor: 9500 },
  { description: 'Planning and drawings', quantity: 8000, rateMinor: 11_000 },
  { description: 'Material', quantity: 1000, rateMinor: 34_080 },
  { description: 'Delivery and installation', quantity: 3000, rateMinor: 8500 },
]

/** The same numbers in every currency. */
function chargeIn(currency: Currency): InvoiceDocument['charge'] {
  const lines = sampleLines.map(({ rateMinor, ...line }) => ({
    ...line,
    rateMinor: convertMoney({ minor: rateMinor, currency: 'USD' }, '1', currency).minor,
  }))
  const taxes = [{ name: 'Tax', rate: 8000 }]
  return { kind: 'lines', taxIncluded: false, lines, discount: null, taxes, fees: [] }
}

export function sampleInvoice(
  business: z.infer<typeof businessSchema>,
  style: DocumentStyle,
  now: Date,
): InvoiceDocument {
  const today = dateIn(business.timeZone, now)
  const { name, email, phone, address, contactName, country, taxId, logo, currency, locale } = business
  const charge = chargeIn(currency)
  const result = calculateTotals(charge, currency)
  if (!result.ok) throw new Error(result.reason)
  return documentOn(today, {
    number: '1A2B3C4D',
    status: 'pending',
    company: { name, email, phone, address, contactName, country, taxId },
    logo,
    client: {
      name: 'Your client',
      contactName: '',
      address: '22 Harbor Street\nOakland, CA 94607',
      email: 'client@example.com',
      phone: '',
      country: '',
      taxId: '',
      taxTreatment: 'standard',
    },
    issueDate: today,
    dueDate: dueDateFor('net_30', today) ?? today,
    paymentTerms: 'net_30',
    ...eachText(''),
    notes: 'Thank you for your business.',
    currency,
    locale,
    charge,
    totals: result.totals,
    paidOn: null,
    style,
    ...unpaid,
  })
}
