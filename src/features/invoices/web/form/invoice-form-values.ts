import type { Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { addDays } from '../../../../shared/dates.ts'
import type { FieldErrors as FieldMessages } from '../../../../shared/errors.ts'
import { pick } from '../../../../shared/pick.ts'
import { resolverOf } from '../../../../web/forms/form-resolver.ts'
import type { Logo, businessSchema } from '../../../business/contract.ts'
import type { Client } from '../../../clients/contract.ts'
import type { Invoice } from '../../contract.ts'
import {
  type InvoiceContent,
  type InvoiceInput,
  type SendOption,
  eachText,
  invoiceInputSchema,
  sharedFormFields,
} from '../../document/input-rules.ts'
import { askedParts } from '../../parts/part-rules.ts'
import { dueDateFor } from '../../rules.ts'
import { chargeValues, emptyCharge, readCharge } from '../charge/charge-values.ts'
import { lateFeeValues, readLateFee, withoutAmounts } from '../late-fees/late-fee-values.ts'
import { partValues, readPartAmount } from '../parts/part-values.ts'
import { checkContentForm } from './check-content-form.ts'
import { type ContentValues, type DatelessValues, datelessValuesOf, formPath } from './content-values.ts'
import { noteFor } from './tax-treatment.ts'

/** The values of the invoice form. Numbers and invalid dates are kept as typed. */
export interface InvoiceFormValues extends ContentValues {
  issueDate: string | null
  dueDate: string | null
  sendOption: SendOption
}

/** Converts the form values to the request body, without validating it. */
export function toInvoiceInput(values: InvoiceFormValues): InvoiceInput {
  const { logo, lateFee, ...rest } = values
  return {
    ...rest,
    logoId: logo?.id ?? null,
    issueDate: values.issueDate ?? '',
    dueDate: values.dueDate ?? '',
    charge: readCharge(values.charge),
    lateFeeTerms: readLateFee(lateFee),
    parts: values.parts.map((part) => ({ amount: readPartAmount(part), dueDate: part.dueDate ?? '' })),
    // With "Do not send", no reminders are sent either.
    sendReminder: values.sendReminder && values.sendOption !== 'do_not_send',
  }
}

type Business = z.infer<typeof businessSchema>

export function newDatelessValues(business: Business): DatelessValues {
  const { name, email, phone, address, contactName, country, taxId, logo } = business
  const client = { id: null, name: '', email: '', phone: '', address: '', contactName: '' }
  return {
    company: { name, email, phone, address, contactName, country, taxId },
    logo,
    client: { ...client, country: '', taxId: '', taxTreatment: 'standard' },
    paymentTerms: 'net_30',
    dueInDays: '',
    ...eachText(''),
    currency: business.currency,
    charge: emptyCharge,
    lateFee: lateFeeValues(business.lateFeeTerms),
    parts: [],
    sendReminder: false,
    ownFields: {},
  }
}

export function newFormValues(business: Business, today: string): InvoiceFormValues {
  const { dueInDays: _days, ...content } = newDatelessValues(business)
  return {
    ...content,
    issueDate: today,
    dueDate: dueDateFor(content.paymentTerms, today),
    sendOption: 'email_now',
  }
}

/** Fills in a client, with its currency and how it is taxed. */
export function forClient(values: InvoiceFormValues, client: Client | undefined): InvoiceFormValues {
  if (!client) return values
  const details = pick(client, [
    'id',
    'email',
    'phone',
    'address',
    'contactName',
    'country',
    'taxId',
    'taxTreatment',
  ])
  const filled = { ...values, client: { ...details, name: client.companyName } }
  const currency = client.currency ?? values.currency
  return {
    ...filled,
    currency,
    lateFee: currency === values.currency ? values.lateFee : withoutAmounts(values.lateFee),
    taxNote: noteFor(filled, client.taxTreatment),
  }
}

export function formValuesFrom(content: InvoiceContent, logo: Logo | null, today: string): InvoiceFormValues {
  const { dueInDays: _days, ...values } = datelessValuesOf(content, logo)
  return {
    ...values,
    parts: values.parts.map((part, index) => ({
      ...part,
      dueDate: addDays(today, content.parts[index]?.dueInDays ?? 0),
    })),
    issueDate: today,
    dueDate: dueDateFor(content.paymentTerms, today) ?? addDays(today, content.dueInDays ?? 0),
    sendOption: 'email_now',
  }
}

export function formValuesOf(invoice: Invoice): InvoiceFormValues {
  return {
    ...pick(invoice, [...sharedFormFields, 'logo', 'issueDate', 'dueDate', 'sendOption']),
    charge: chargeValues(invoice.charge),
    lateFee: lateFeeValues(invoice.lateFeeTerms),
    parts: askedParts(invoice.parts).map(({ amount, dueDate }) => ({ ...partValues(amount), dueDate })),
  }
}

/** Validates the form as the server does. Returns one message per invalid field. */
export function checkInvoiceForm(values: InvoiceFormValues): FieldMessages {
  return checkContentForm(values, invoiceInputSchema.safeParse(toInvoiceInput(values)), formPath)
}

export const invoiceFormResolver: Resolver<InvoiceFormValues> = resolverOf(checkInvoiceForm)
