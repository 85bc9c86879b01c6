import { z } from 'zod'
import { endpoint } from '../../../shared/endpoint.ts'

const tag = 'Invoices'
const params = z.strictObject({ id: z.uuid() })

const invoiceLateFeesSchema = z.strictObject({
  /** The fee that is added next if the invoice stays unpaid. A percentage is of what is overdue now. Null if none is planned. */
  next: z
    .strictObject({ dueDate: z.string(), period: z.int(), on: z.string(), amountMinor: z.int() })
    .nullable(),
  /** Why none is planned; null if one is, and for an invoice without late fees. */
  hint: z.enum(['settled', 'disputed', 'credited', 'not-sent', 'paused', 'limit', 'done']).nullable(),
  /** What became of each fee so far, oldest first. */
  fees: z.array(
    z.strictObject({
      id: z.uuid(),
      /** The date that was missed. */
      dueDate: z.string(),
      on: z.string(),
      amountMinor: z.int(),
      state: z.enum(['added', 'skipped', 'removed']),
      /** Why it cannot be removed; null if it can. */
      problem: z.string().nullable(),
    }),
  ),
})
export type InvoiceLateFees = z.infer<typeof invoiceLateFeesSchema>

export const getInvoiceLateFees = endpoint({
  method: 'get',
  path: '/api/v1/invoices/{id}/late-fees',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The late fees of an invoice, and the one that comes next',
  params,
  response: invoiceLateFeesSchema,
})

export const skipLateFee = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/late-fees/skip',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Skip the next late fee of an invoice',
  params,
  /** Which one, as the invoice’s late fees name it. */
  body: z.strictObject({ dueDate: z.iso.date(), period: z.int().min(0).max(100_000) }),
  response: invoiceLateFeesSchema,
  errors: ['CHANGED_ELSEWHERE'],
})

export const removeLateFee = endpoint({
  method: 'post',
  path: '/api/v1/invoices/{id}/late-fees/{lateFeeId}/remove',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Remove a late fee that was not paid; it is not added again',
  params: params.extend({ lateFeeId: z.uuid() }),
  response: invoiceLateFeesSchema,
  errors: [
    'INVOICE_PAID',
    'INVOICE_CANCELLED',
    'INVOICE_CREDITED',
    'INVOICE_HAS_PAYMENTS',
    'PAYMENT_UNDER_WAY',
  ],
})
