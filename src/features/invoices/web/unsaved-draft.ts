import { z } from 'zod'

import { type DraftStorage, readTabDraft, writeTabDraft } from '../../../web/tab-draft.ts'
import { logoSchema } from '../../business/contract.ts'
import { sendOptions } from '../contract.ts'
import { paymentTerms } from '../rules.ts'
import type { InvoiceFormValues } from './invoice-form-values.ts'

const prefix = 'unsaved-invoice:'

const keysOf = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as [K, ...K[]]
const party = { name: z.string(), email: z.string(), phone: z.string(), address: z.string() }
// An amount that is none comes back as nothing, like its text.
const cents = z.number().nullable().catch(null)

const valuesSchema: z.ZodType<InvoiceFormValues> = z.object({
  company: z.object({ ...party, contactName: z.string() }),
  logo: logoSchema.nullable(),
  client: z.object({ ...party, contactName: z.string(), id: z.string().nullable() }),
  issueDate: z.string().nullable(),
  dueDate: z.string().nullable(),
  paymentTerms: z.enum(keysOf(paymentTerms)),
  purchaseOrder: z.string(),
  description: z.string(),
  notes: z.string(),
  charge: z.object({
    kind: z.enum(['amount', 'lines']),
    amountCents: cents,
    lines: z.array(z.object({ description: z.string(), quantity: z.string(), rateCents: cents })),
    discount: z.object({
      kind: z.enum(['none', 'percentage', 'fixed']),
      percentage: z.string(),
      amountCents: cents,
      description: z.string(),
    }),
    taxes: z.array(z.object({ name: z.string(), rate: z.number() })),
    fees: z.array(z.object({ description: z.string(), amountCents: cents })),
  }),
  sendOption: z.enum(keysOf(sendOptions)),
  sendReminder: z.boolean(),
})

const draftSchema = z.object({
  requestId: z.uuid(),
  /** Whether it was sent before, with an answer that may have been lost. */
  tried: z.boolean(),
  /** Of the invoice that the changes were made on; null for a new one. */
  version: z.int().nullable(),
  values: valuesSchema,
})
type Draft = z.infer<typeof draftSchema>

/** One place for each person and invoice. */
export function draftKey(userId: string, invoiceId: string | null): string {
  return `${prefix}${userId}:${invoiceId ?? 'new'}`
}

export function readDraft(key: string, storage?: DraftStorage | null, now?: number): Draft | null {
  return readTabDraft(key, draftSchema, storage, now)
}

export function writeDraft(key: string, draft: Draft, storage?: DraftStorage | null, now?: number): void {
  writeTabDraft(key, draft, storage, now)
}
