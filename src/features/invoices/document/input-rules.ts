import { z } from 'zod'
import type { Currency } from '../../../shared/currencies.ts'
import { isIsoDate } from '../../../shared/dates.ts'
import { maxTaxIdLength } from '../../../shared/tax-ids.ts'
import { emailOf, requiredText, text } from '../../../shared/text-schema.ts'
import { countrySchema, currencySchema } from '../../business/contract.ts'
import { lateFeeTermsSchema } from '../../business/late-fee-rules.ts'
import { clientDetailsShape, maxAddressBreaks } from '../../clients/contract.ts'
import { ownValuesSchema } from '../../fields/contract.ts'
import { lateFeeWithinLimit } from '../late-fees/late-fee-rules.ts'
import {
  contentPartsSchema,
  partDatesFit,
  partDaysFit,
  partsFit,
  partsSchema,
} from '../parts/part-input-rules.ts'
import { type PaymentTerms, dueDateFor, paymentTerms } from '../rules.ts'
import {
  type ChargeInput,
  amountsTooLarge,
  billingChargeSchema,
  chargeSchema,
  maxLineBreaks,
} from './charge-rules.ts'
import { taxChecks } from './tax-check-rules.ts'
import { whenValid } from './when-valid-rules.ts'

const dateSchema = (what: string) => z.string().refine(isIsoDate, `Please choose ${what}.`)
/** Who a party is for the tax office. Documents and content stored before have neither. */
const taxIdentity = { country: countrySchema.default(''), taxId: text(maxTaxIdLength).default('') }
export const companySchema = z.strictObject({
  name: requiredText(120, 'Please enter your company name.'),
  email: emailOf('your company’s'),
  phone: text(40),
  address: text(500, maxAddressBreaks),
  contactName: text(120),
  ...taxIdentity,
})
export const clientSchema = z.strictObject(clientDetailsShape)
export const termsSchema = z.enum(Object.keys(paymentTerms) as [PaymentTerms, ...PaymentTerms[]])

export const sendOptions = {
  email_now: 'Email now',
  email_later: 'Email later',
  do_not_send: 'Do not send',
} as const
const sendOptionSchema = z.enum(['email_now', 'email_later', 'do_not_send'])
export type SendOption = z.infer<typeof sendOptionSchema>

/** The text fields. Each has a column of the same name and is empty in content stored before it existed. */
const texts = {
  purchaseOrder: text(60),
  description: text(2000, maxLineBreaks.description),
  notes: text(2000, maxLineBreaks.notes),
  /** The sentence about tax beside the totals, such as the reason for charging no tax. */
  taxNote: text(300, maxLineBreaks.taxNote).default(''),
}
export const textKeys = Object.keys(texts) as (keyof typeof texts)[]

export function eachText<V>(value: V): Record<keyof typeof texts, V> {
  return Object.fromEntries(textKeys.map((key) => [key, value])) as Record<keyof typeof texts, V>
}

/** Null for no late fee, also in what was stored before there were late fees. */
const lateFeeTerms = lateFeeTermsSchema.nullable().default(null)

/** What a change leaves out stays as it is. */
const ownFields = ownValuesSchema.default({})

const parties = {
  company: companySchema,
  logoId: z.uuid().nullable(),
  /** `id` is the client that the owner chose from the list; null if the owner typed in the details. */
  client: clientSchema.extend({ id: z.uuid().nullable() }),
}

/** What the owner enters. Everything else about an invoice follows from it. */
export const invoiceInputShape = {
  ...parties,
  issueDate: dateSchema('an issue date'),
  dueDate: dateSchema('a due date'),
  paymentTerms: termsSchema,
  ...texts,
  /** The currency of every amount of the invoice. */
  currency: currencySchema,
  charge: billingChargeSchema,
  sendOption: sendOptionSchema,
  sendReminder: z.boolean(),
  lateFeeTerms,
  ownFields,
  parts: partsSchema,
}

/** Refuses amounts above the limit of the currency, if it is named. For `check` of an object with a charge. */
const amountsWithinLimit = z.superRefine<{ currency?: Currency | undefined; charge: ChargeInput }>(
  ({ currency, charge }, context) => {
    if (currency === undefined) return
    for (const { path, message } of amountsTooLarge(charge, { currency })) {
      context.addIssue({ code: 'custom', path: ['charge', ...path], message })
    }
  },
  whenValid('currency', 'charge'),
)

/** What concerns several fields of an invoice or of content. */
export const contentChecks = [amountsWithinLimit, ...taxChecks, partsFit, lateFeeWithinLimit] as const
export const invoiceChecks = [...contentChecks, partDatesFit] as const

const daysMessage = 'Please enter a number of days from 0 to 365.'

/** What stays the same when an invoice is created again on another day. */
export const invoiceContentSchema = z
  .strictObject({
    ...parties,
    paymentTerms: termsSchema,
    /** For custom terms: the number of days from the issue date to the due date. */
    dueInDays: z.int(daysMessage).min(0, daysMessage).max(365, daysMessage).nullable(),
    ...texts,
    currency: currencySchema,
    charge: chargeSchema,
    sendReminder: z.boolean(),
    lateFeeTerms,
    ownFields,
    parts: contentPartsSchema,
  })
  .refine(({ paymentTerms: terms, dueInDays }) => (terms === 'custom') === (dueInDays !== null), {
    path: ['dueInDays'],
    message: 'Please enter how many days until it’s due.',
  })
  .check(...contentChecks, partDaysFit)
export type InvoiceContent = z.infer<typeof invoiceContentSchema>

/**
 * Defaults of fields that older stored content lacks. Text fields get theirs here; any other new field needs
 * one. A test reads content as every release stored it.
 */
const contentDefaults: Partial<InvoiceContent> = {
  ...eachText(''),
  currency: 'USD',
  parts: [],
  lateFeeTerms: null,
  ownFields: {},
}
const companyDefaults: Partial<InvoiceContent['company']> = { country: '', taxId: '' }
const clientDefaults: Partial<InvoiceContent['client']> = { country: '', taxId: '', taxTreatment: 'standard' }
const linesDefaults: Partial<Extract<InvoiceContent['charge'], { kind: 'lines' }>> = { taxIncluded: false }

/** Adds missing fields to stored content. Does not validate it against today's rules. */
export function completeContent(stored: unknown): InvoiceContent {
  const content = { ...contentDefaults, ...(stored as InvoiceContent) }
  const { company, client, charge } = content
  return {
    ...content,
    company: { ...companyDefaults, ...company },
    client: { ...clientDefaults, ...client },
    // Content that is no longer valid may have none.
    charge: charge?.kind === 'lines' ? { ...linesDefaults, ...charge } : charge,
  }
}

/** The fields with the same values in the content and in the forms. Logo, dates and charge differ. */
export const sharedFormFields = [
  'company',
  'client',
  'paymentTerms',
  ...textKeys,
  'currency',
  'sendReminder',
  'ownFields',
] as const

interface Dates {
  issueDate: string
  dueDate: string
  paymentTerms: PaymentTerms
}

export function datesMatchTerms(input: Dates): boolean {
  const expected = dueDateFor(input.paymentTerms, input.issueDate)
  return expected === null || expected === input.dueDate
}
export const datesMismatch = {
  path: ['dueDate'],
  message: 'This date doesn’t match the payment terms.',
  ...whenValid('issueDate', 'dueDate', 'paymentTerms'),
}

export const invoiceInputSchema = z
  .strictObject(invoiceInputShape)
  .refine(datesMatchTerms, datesMismatch)
  .check(...invoiceChecks)
export type InvoiceInput = z.infer<typeof invoiceInputSchema>
