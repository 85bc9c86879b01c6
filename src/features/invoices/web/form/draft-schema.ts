import { z } from 'zod'
import { defaultCurrency, isCurrency } from '../../../../shared/currencies.ts'
import { logoSchema } from '../../../business/contract.ts'
import { taxTreatmentSchema } from '../../../clients/contract.ts'
import { eachText, sendOptions } from '../../document/input-rules.ts'
import { lineSourceSchema } from '../../document/source-rules.ts'
import { paymentTerms } from '../../rules.ts'
import { lateFeeDraftSchema, noLateFee } from '../late-fees/late-fee-values.ts'
import type { ContentValues } from './content-values.ts'
import type { InvoiceFormValues } from './invoice-form-values.ts'

const keysOf = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as [K, ...K[]]
const party = {
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  contactName: z.string(),
  // Missing in drafts from before there were tax details; so are the others with a default.
  country: z.string().default(''),
  taxId: z.string().default(''),
}
// An invalid amount is restored as empty.
const minor = z.number().nullable().catch(null)

export const contentShape = {
  company: z.object(party),
  logo: logoSchema.nullable(),
  client: z.object({
    ...party,
    id: z.string().nullable(),
    taxTreatment: taxTreatmentSchema.default('standard'),
  }),
  paymentTerms: z.enum(keysOf(paymentTerms)),
  ...eachText(z.string()),
  taxNote: z.string().default(''),
  // Missing in drafts from before there were other currencies.
  currency: z.string().refine(isCurrency).catch(defaultCurrency),
  charge: z.object({
    kind: z.enum(['amount', 'lines']),
    amountMinor: minor,
    lines: z.array(
      z.object({
        description: z.string(),
        quantity: z.string(),
        rateMinor: minor,
        taxes: z.array(z.number()).optional(),
        sources: z.array(lineSourceSchema).optional(),
      }),
    ),
    discount: z.object({
      kind: z.enum(['none', 'percentage', 'fixed']),
      percentage: z.string(),
      amountMinor: minor,
      description: z.string(),
    }),
    taxes: z.array(z.object({ name: z.string(), rate: z.number() })),
    taxIncluded: z.boolean().default(false),
    fees: z.array(z.object({ description: z.string(), amountMinor: minor })),
  }),
  sendReminder: z.boolean(),
  // Missing in drafts from before there were own fields.
  ownFields: z.record(z.string(), z.string()).default({}),
  // Missing in drafts from before there were late fees.
  lateFee: lateFeeDraftSchema.default(noLateFee),
  // Missing in drafts from before invoices could be paid in parts.
  parts: z
    .array(
      z.object({
        kind: z.enum(['percentage', 'fixed']),
        percentage: z.string(),
        amountMinor: minor,
        dueDate: z.string().nullable(),
        dueInDays: z.string(),
      }),
    )
    .default([]),
} satisfies Record<keyof ContentValues, z.ZodType>

export const invoiceValuesSchema: z.ZodType<InvoiceFormValues> = z.object({
  ...contentShape,
  issueDate: z.string().nullable(),
  dueDate: z.string().nullable(),
  sendOption: z.enum(keysOf(sendOptions)),
})
