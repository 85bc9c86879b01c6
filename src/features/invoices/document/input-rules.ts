import { z } from 'zod'
import { isIsoDate } from '../../../shared/dates.ts'
import { type PaymentTerms, dueDateFor, paymentTerms } from '../rules.ts'
import { chargeSchema, maxLineBreaks, requiredText, text } from './charge-rules.ts'

const emailOf = (whose: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .min(1, `Please enter ${whose} email address.`)
    .max(254, 'This email address is too long.')
    .pipe(z.email('Please enter a valid email address.'))
const dateSchema = (what: string) => z.string().refine(isIsoDate, `Please choose ${what}.`)
export const companySchema = z.strictObject({
  name: requiredText(120, 'Please enter your company name.'),
  email: emailOf('your company’s'),
  phone: text(40),
  address: text(500, maxLineBreaks.address),
  contactName: text(120),
})
export const clientSchema = z.strictObject({
  name: requiredText(120, 'Please enter the client’s company name.'),
  email: emailOf('the client’s'),
  phone: text(40),
  address: text(500, maxLineBreaks.address),
  contactName: text(120),
})
export const termsSchema = z.enum(Object.keys(paymentTerms) as [PaymentTerms, ...PaymentTerms[]])

export const sendOptions = {
  email_now: 'Email now',
  email_later: 'Email later',
  do_not_send: 'Do not send',
} as const
const sendOptionSchema = z.enum(['email_now', 'email_later', 'do_not_send'])
export type SendOption = z.infer<typeof sendOptionSchema>

/**
 * The texts of an invoice, each a column of the same name. They may be empty, and an empty text is what content has that
 * was stored before the text existed.
 */
const texts = {
  purchaseOrder: text(60),
  description: text(2000, maxLineBreaks.description),
  notes: text(2000, maxLineBreaks.notes),
}
export const textKeys = Object.keys(texts) as (keyof typeof texts)[]

/** The same value for each text of an invoice. */
export function eachText<V>(value: V): Record<keyof typeof texts, V> {
  return Object.fromEntries(textKeys.map((key) => [key, value])) as Record<keyof typeof texts, V>
}

const parties = {
  company: companySchema,
  logoId: z.uuid().nullable(),
  /** `id` is the client that was chosen from the list, if one was. */
  client: clientSchema.extend({ id: z.uuid().nullable() }),
}

/** What a person writes; everything else about an invoice follows from it. */
export const invoiceInputShape = {
  ...parties,
  issueDate: dateSchema('an issue date'),
  dueDate: dateSchema('a due date'),
  paymentTerms: termsSchema,
  ...texts,
  charge: chargeSchema,
  sendOption: sendOptionSchema,
  sendReminder: z.boolean(),
}

const daysRefused = 'Please enter a number of days from 0 to 365.'

/** What stays the same when an invoice is made again on other days. */
export const invoiceContentSchema = z
  .strictObject({
    ...parties,
    paymentTerms: termsSchema,
    /** With custom terms: how many days after its issue date it is due. */
    dueInDays: z.int(daysRefused).min(0, daysRefused).max(365, daysRefused).nullable(),
    ...texts,
    charge: chargeSchema,
    sendReminder: z.boolean(),
  })
  .refine(({ paymentTerms: terms, dueInDays }) => (terms === 'custom') === (dueInDays !== null), {
    path: ['dueInDays'],
    message: 'Please enter after how many days it is due.',
  })
export type InvoiceContent = z.infer<typeof invoiceContentSchema>

/**
 * What content has that was stored before the field existed. A field that is added to the content is a text, which has
 * a default by itself, or gets one here; a test reads content as every release wrote it.
 */
const contentDefaults: Partial<InvoiceContent> = eachText('')

/** Content as it was stored, completed by what it could not know yet; not checked against the rules of today. */
export function completeContent(stored: unknown): InvoiceContent {
  return { ...contentDefaults, ...(stored as InvoiceContent) }
}

/** What of an invoice is the same in every form about one; the logo, the days and the charge are typed otherwise. */
export const sameInForms = ['company', 'client', 'paymentTerms', ...textKeys, 'sendReminder'] as const

interface Dates {
  issueDate: string
  dueDate: string
  paymentTerms: PaymentTerms
}

export function agreeOnDates(input: Dates): boolean {
  const expected = dueDateFor(input.paymentTerms, input.issueDate)
  return expected === null || expected === input.dueDate
}
export const datesDisagree = {
  path: ['dueDate'],
  message: 'This is not the date that the payment terms lead to.',
  // Only once both dates are dates.
  when: ({ value }: { value: unknown }) =>
    z
      .object({ issueDate: dateSchema(''), dueDate: dateSchema(''), paymentTerms: termsSchema })
      .safeParse(value).success,
}

export const invoiceInputSchema = z.strictObject(invoiceInputShape).refine(agreeOnDates, datesDisagree)
export type InvoiceInput = z.infer<typeof invoiceInputSchema>
