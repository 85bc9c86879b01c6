import { z } from 'zod'
import { maxMinor } from '../../shared/currencies.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { currencySchema } from '../business/contract.ts'
import { expenseInputShape, expenseSchema } from '../expenses/contract.ts'
import { day } from '../schedules/contract.ts'
import { maxFileBytes, tooLargeText } from './rules.ts'

const tag = 'Receipts'
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()
const errors = ['PLAN_REQUIRED'] as const
const minorSchema = z.int().min(0).max(maxMinor)

/** How sure the reader is, and the corners of the text, from 0 to 1 of the page's width and height. Pages count from 1. */
const fieldReadingSchema = z.strictObject({
  confidence: z.number().min(0).max(1),
  area: z.strictObject({ page: z.int(), quad: z.array(z.tuple([z.number(), z.number()])) }).nullable(),
})

/** The fields of a receipt. Null where the reader is not sure and the owner has not entered it. */
const fieldShape = {
  merchant: z.string().trim().max(200).nullable(),
  date: day('a date').nullable(),
  currency: currencySchema.nullable(),
  totalMinor: minorSchema.nullable(),
  taxMinor: minorSchema.nullable(),
  cardLast4: z
    .string()
    .regex(/^\d{4}$/, 'Please enter the last four digits of the card.')
    .nullable(),
}

/** An expense or a bank transaction that a receipt is filed under, or may belong to. */
const filedUnderSchema = z.strictObject({
  kind: z.enum(['expense', 'transaction']),
  id: z.uuid(),
  date: z.string(),
  currency: z.string(),
  amountMinor: z.int(),
  /** The notes of an expense; the merchant or description of a transaction. */
  text: z.string(),
  category: z.string(),
})
export type FiledUnder = z.infer<typeof filedUnderSchema>

export const receiptSchema = z.strictObject({
  id: z.uuid(),
  /** Increases with every change. An update must name the version it is based on. */
  version: z.int(),
  /** waiting: it is read in the background. unreadable: it is kept, and `problem` says why. */
  state: z.enum(['waiting', 'read', 'unreadable']),
  problem: z.string().nullable(),
  source: z.enum(['upload', 'email']),
  sender: z.string().nullable(),
  fileName: z.string(),
  /** The original file. */
  contentType: z.string(),
  byteCount: z.int(),
  pages: z.array(z.strictObject({ width: z.int(), height: z.int() })),
  merchant: z.string().nullable(),
  date: z.string().nullable(),
  currency: z.string().nullable(),
  totalMinor: z.int().nullable(),
  taxMinor: z.int().nullable(),
  cardLast4: z.string().nullable(),
  items: z.array(z.strictObject({ description: z.string(), amountMinor: z.int() })),
  /** What the reader said about the fields that it filled in; null until it is read. */
  reading: z
    .partialRecord(z.enum(['merchant', 'date', 'total', 'tax', 'currency', 'cardLast4']), fieldReadingSchema)
    .nullable(),
  /** Where and when the picture was taken, if the business keeps that. */
  taken: z
    .strictObject({
      at: z.string().optional(),
      latitude: z.number().optional(),
      longitude: z.number().optional(),
    })
    .nullable(),
  /** The category that the owner's rules and history suggest for its expense. */
  category: z.string().nullable(),
  /** An earlier receipt that is probably the same. */
  duplicateOf: z.uuid().nullable(),
  expense: filedUnderSchema.nullable(),
  transaction: filedUnderSchema.nullable(),
  /** match: it was filed by itself, and can be taken back. */
  filedBy: z.enum(['owner', 'match']).nullable(),
  /** What it probably belongs to, if it is not filed yet. */
  suggestion: filedUnderSchema.nullable(),
  /** When the owner last confirmed the fields. */
  checkedAt: momentSchema.nullable(),
  createdAt: momentSchema,
})
export type Receipt = z.infer<typeof receiptSchema>

export const receiptFilters = ['all', 'to-check', 'filed', 'without-expense'] as const

export const listReceipts = endpoint({
  method: 'get',
  path: '/api/v1/receipts',
  access: { permission: 'money.read' },
  tag,
  summary: 'Receipts, newest first, 50 at a time',
  query: z.strictObject({
    /** Words of the text that was read, all of which must be there; the last one may be incomplete. */
    search: z.string().trim().max(200).default(''),
    /** to-check: not filed and not confirmed. filed: under an expense or a transaction. */
    filter: z.enum(receiptFilters).default('all'),
    after: z.string().max(200).optional(),
    before: z.string().max(200).optional(),
  }),
  response: z.strictObject({
    receipts: z.array(receiptSchema),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  }),
})

export const getReceiptSummary = endpoint({
  method: 'get',
  path: '/api/v1/receipts/summary',
  access: { permission: 'money.read' },
  tag,
  summary: 'How many receipts are in which state, and the storage that they use',
  response: z.strictObject({
    all: z.int(),
    waiting: z.int(),
    toCheck: z.int(),
    filed: z.int(),
    withoutExpense: z.int(),
    storedBytes: z.int(),
    /** Expenses without a receipt, from the amount in the settings on. */
    missing: z.int(),
  }),
})

export const uploadReceipt = endpoint({
  method: 'post',
  path: '/api/v1/receipts',
  access: { permission: 'money.write' },
  tag,
  summary: 'Keep a receipt: a JPEG, PNG, WebP, GIF, HEIC or PDF file. It is read in the background',
  query: z.strictObject({
    /** Makes the request idempotent. */
    requestId: z.uuid(),
    fileName: z.string().max(1000).default(''),
  }),
  takesFile: true,
  bodyLimit: maxFileBytes,
  tooLarge: tooLargeText,
  response: receiptSchema,
  errors: [...errors, 'INVALID_FILE_TYPE', 'TOO_MANY_REQUESTS'],
})

export const getReceipt = endpoint({
  method: 'get',
  path: '/api/v1/receipts/{id}',
  access: { permission: 'money.read' },
  tag,
  summary: 'One receipt',
  params,
  response: receiptSchema,
})

export const getReceiptPage = endpoint({
  method: 'get',
  path: '/api/v1/receipts/{id}/pages/{page}',
  access: { permission: 'money.read' },
  tag,
  summary: 'The picture of a page, upright and without metadata. Pages count from 1',
  params: z.strictObject({ id: z.uuid(), page: z.string().regex(/^[1-9]$/) }),
  givesFile: ['image/jpeg'],
})

export const getReceiptThumbnail = endpoint({
  method: 'get',
  path: '/api/v1/receipts/{id}/thumbnail',
  access: { permission: 'money.read' },
  tag,
  summary: 'A small picture of the first page',
  params,
  givesFile: ['image/jpeg'],
})

export const getReceiptOriginal = endpoint({
  method: 'get',
  path: '/api/v1/receipts/{id}/original',
  access: { permission: 'money.read' },
  tag,
  summary: 'The file as it came',
  params,
  givesFile: ['application/octet-stream'],
})

export const updateReceipt = endpoint({
  method: 'put',
  path: '/api/v1/receipts/{id}',
  access: { permission: 'money.write' },
  tag,
  summary: 'Correct and confirm the fields of a receipt',
  params,
  body: z.strictObject({ ...fieldShape, version: z.int() }),
  response: receiptSchema,
  errors: [...errors, 'CHANGED_ELSEWHERE'],
})

export const deleteReceipts = endpoint({
  method: 'post',
  path: '/api/v1/receipts/delete',
  access: { permission: 'money.write' },
  tag,
  summary: 'Delete receipts and their files permanently; expenses and transactions stay',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) }),
  response: z.strictObject({ deleted: z.int() }),
})

export const readReceiptAgain = endpoint({
  method: 'post',
  path: '/api/v1/receipts/{id}/read',
  access: { permission: 'money.write' },
  tag,
  summary: 'Read a receipt once more. Confirmed fields stay as they are',
  params,
  response: receiptSchema,
  errors,
})

export const createExpenseOfReceipt = endpoint({
  method: 'post',
  path: '/api/v1/receipts/{id}/expense',
  access: { permission: 'money.write' },
  tag,
  summary: 'Record the expense of a receipt and file the receipt under it, in one step',
  params,
  body: z.strictObject({
    ...expenseInputShape,
    /** Makes the request idempotent. */
    requestId: z.uuid(),
  }),
  response: z.strictObject({ expense: expenseSchema, receipt: receiptSchema }),
  errors: [...errors, 'CHANGED_ELSEWHERE', 'PERIOD_CLOSED'],
})

export const confirmReceipts = endpoint({
  method: 'post',
  path: '/api/v1/receipts/confirm',
  access: { permission: 'money.write' },
  tag,
  summary:
    'Confirm several receipts: each is filed under what it probably belongs to, or gets an expense of its own. Those with missing fields are skipped',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) }),
  response: z.strictObject({
    attached: z.int(),
    created: z.int(),
    /** Left as they are: a field is missing, the day is in a closed period, or it is probably the same as another one. */
    skipped: z.array(z.uuid()),
  }),
  errors,
})

export const attachReceipt = endpoint({
  method: 'post',
  path: '/api/v1/receipts/{id}/attach',
  access: { permission: 'money.write' },
  tag,
  summary: 'File a receipt under an expense or a bank transaction',
  params,
  body: z.strictObject({ kind: z.enum(['expense', 'transaction']), targetId: z.uuid() }),
  response: receiptSchema,
  errors,
})

export const detachReceipt = endpoint({
  method: 'post',
  path: '/api/v1/receipts/{id}/detach',
  access: { permission: 'money.write' },
  tag,
  summary: 'Take a receipt away from its expense or transaction, or say no to a suggestion',
  params,
  body: z.strictObject({ kind: z.enum(['expense', 'transaction', 'suggestion']) }),
  response: receiptSchema,
})

export const findReceiptTargets = endpoint({
  method: 'get',
  path: '/api/v1/receipts/{id}/targets',
  access: { permission: 'money.read' },
  tag,
  summary: 'Expenses and bank transactions that a receipt may belong to, the likeliest first; at most 20',
  params,
  query: z.strictObject({ search: z.string().trim().max(200).default('') }),
  response: z.strictObject({ targets: z.array(filedUnderSchema) }),
})

export const listExpensesWithoutReceipt = endpoint({
  method: 'get',
  path: '/api/v1/receipts/missing',
  access: { permission: 'money.read' },
  tag,
  summary:
    'Expenses without a receipt, from the amount in the settings on, the latest date first, 50 at a time',
  query: z.strictObject({ after: z.string().max(200).optional() }),
  response: z.strictObject({ expenses: z.array(expenseSchema), next: z.string().nullable() }),
})

export const receiptSettingsSchema = z.strictObject({
  /** The address to which receipts can be sent. Null if the operator takes no email, or until the owner asks for one. */
  address: z.string().nullable(),
  /** Whether this installation takes receipts by email. */
  takesMail: z.boolean(),
  /** Who may send to the address, besides the members of the business. */
  senders: z.array(z.string()),
  keepsLocation: z.boolean(),
  missingFromMinor: z.int().nullable(),
})
export type ReceiptSettings = z.infer<typeof receiptSettingsSchema>

export const getReceiptSettings = endpoint({
  method: 'get',
  path: '/api/v1/receipt-settings',
  access: { permission: 'money.read' },
  tag,
  summary: 'What the business has set about its receipts',
  response: receiptSettingsSchema,
})

export const saveReceiptSettings = endpoint({
  method: 'put',
  path: '/api/v1/receipt-settings',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Change what is kept of receipts and who may send them',
  body: z.strictObject({
    senders: z.array(z.email('Please enter a valid email address.').max(254)).max(20),
    keepsLocation: z.boolean(),
    missingFromMinor: minorSchema.nullable(),
  }),
  response: receiptSettingsSchema,
  errors,
})

export const makeReceiptAddress = endpoint({
  method: 'post',
  path: '/api/v1/receipt-settings/address',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Make a new secret address for receipts. The one before stops working',
  response: receiptSettingsSchema,
  errors: [...errors, 'NOT_CONFIGURED'],
})
