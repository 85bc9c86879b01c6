import { z } from 'zod'

import { logoSchema } from '../../business/contract.ts'
import { sendOptions } from '../contract.ts'
import { paymentTerms } from '../rules.ts'
import type { InvoiceFormValues } from './invoice-form-values.ts'

// What is typed into the form is kept in the tab, so that a reload or an ended session loses nothing.
const prefix = 'unsaved-invoice:'
const keptForMs = 24 * 60 * 60 * 1000

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
  form: z.literal(1),
  savedAt: z.number(),
  requestId: z.uuid(),
  /** Whether it was sent before, with an answer that may have been lost. */
  tried: z.boolean(),
  /** Of the invoice that the changes were made on; null for a new one. */
  version: z.int().nullable(),
  values: valuesSchema,
})
type Draft = Omit<z.infer<typeof draftSchema>, 'form' | 'savedAt'>

function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    // Blocked by the browser's settings: the form works, it only forgets.
    return null
  }
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** One place for each person and invoice. */
export function draftKey(userId: string, invoiceId: string | null): string {
  return `${prefix}${userId}:${invoiceId ?? 'new'}`
}

export function readDraft(key: string, storage: DraftStorage | null = tabStorage(), now = Date.now()) {
  const text = storage?.getItem(key) ?? null
  if (text === null) return null
  const parsed = draftSchema.safeParse(parseJson(text))
  if (parsed.success && now - parsed.data.savedAt < keptForMs) return parsed.data
  removeDraft(key, storage)
  return null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function writeDraft(
  key: string,
  draft: Draft,
  storage: DraftStorage | null = tabStorage(),
  now = Date.now(),
): void {
  try {
    storage?.setItem(key, JSON.stringify({ ...draft, form: 1, savedAt: now }))
  } catch {
    // Full: the form itself still holds everything.
  }
}

export function removeDraft(key: string, storage: DraftStorage | null = tabStorage()): void {
  storage?.removeItem(key)
}
