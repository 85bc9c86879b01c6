import type { z } from 'zod'
import { addDays } from '../../../../shared/dates.ts'
import { pick } from '../../../../shared/pick.ts'
import type { Logo, businessSchema } from '../../../business/contract.ts'
import type { Invoice } from '../../contract.ts'
import {
  type InvoiceContent,
  type InvoiceInput,
  type SendOption,
  eachText,
  sameInForms,
} from '../../document/input-rules.ts'
import { dueDateFor } from '../../rules.ts'
import { chargeValues, emptyCharge, readCharge } from '../charge/charge-values.ts'
import { type ContentValues, type DatelessValues, datelessValuesOf } from './content-values.ts'

/** What stands in the form of an invoice: numbers, and dates that are none, as they are typed. */
export interface InvoiceFormValues extends ContentValues {
  issueDate: string | null
  dueDate: string | null
  sendOption: SendOption
}

/** What would be sent; not checked yet. */
export function toInvoiceInput(values: InvoiceFormValues): InvoiceInput {
  const { logo, ...rest } = values
  return {
    ...rest,
    logoId: logo?.id ?? null,
    issueDate: values.issueDate ?? '',
    dueDate: values.dueDate ?? '',
    charge: readCharge(values.charge),
    // Nothing goes out by itself then, so no reminder either.
    sendReminder: values.sendReminder && values.sendOption !== 'do_not_send',
  }
}

type Business = z.infer<typeof businessSchema>

/** The form of what is not written yet: from this business, with nothing in it. */
export function newDatelessValues(business: Business): DatelessValues {
  const { name, email, phone, address, contactName, logo } = business
  return {
    company: { name, email, phone, address, contactName },
    logo,
    client: { id: null, name: '', email: '', phone: '', address: '', contactName: '' },
    paymentTerms: 'net_30',
    dueInDays: '',
    ...eachText(''),
    charge: emptyCharge,
    sendReminder: false,
  }
}

/** The form of a new invoice: from this business, dated today. */
export function newFormValues(business: Business, today: string): InvoiceFormValues {
  const { dueInDays: _days, ...content } = newDatelessValues(business)
  return {
    ...content,
    issueDate: today,
    dueDate: dueDateFor(content.paymentTerms, today),
    sendOption: 'email_now',
  }
}

/** The form of a new invoice that begins with content that was kept. */
export function formValuesFrom(content: InvoiceContent, logo: Logo | null, today: string): InvoiceFormValues {
  const { dueInDays: _days, ...values } = datelessValuesOf(content, logo)
  return {
    ...values,
    issueDate: today,
    dueDate: dueDateFor(content.paymentTerms, today) ?? addDays(today, content.dueInDays ?? 0),
    sendOption: 'email_now',
  }
}

/** The form of an invoice that is there already. */
export function formValuesOf(invoice: Invoice): InvoiceFormValues {
  return {
    ...pick(invoice, [...sameInForms, 'logo', 'issueDate', 'dueDate', 'sendOption']),
    charge: chargeValues(invoice.charge),
  }
}
