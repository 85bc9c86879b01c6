import { z } from 'zod'
import { isIsoDate } from '../../shared/dates.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { listExport, listFormatSchema } from '../exports/contract.ts'
import { maxSearchLength } from './rules.ts'

const tag = 'Transactions'
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()
const category = z.string().trim().min(1, 'Please choose a category.').max(100)

export const transactionSchema = z.strictObject({
  id: z.uuid(),
  /** Null once the account has been removed. */
  accountId: z.uuid().nullable(),
  /** For example "Chase - Checking". Null once the account has been removed. */
  accountLabel: z.string().nullable(),
  date: z.string(),
  description: z.string(),
  /** The merchant's name, which a rule for this transaction would apply to. */
  merchant: z.string(),
  /** Its own, which is nearly always that of its account. */
  currency: z.string(),
  amountMinor: z.int(),
  type: z.enum(['income', 'expense']),
  /** The other side is in another account of the business, so it is neither income nor spending. */
  isTransfer: z.boolean(),
  /** Whether it is known what it belongs to, such as an invoice; null if not. */
  match: z.enum(['suggested', 'accepted']).nullable(),
  category: z.string(),
  status: z.enum(['posted', 'pending']),
})
export type Transaction = z.infer<typeof transactionSchema>

export const listTransactions = endpoint({
  method: 'get',
  path: '/api/v1/transactions',
  access: { permission: 'money.read' },
  tag,
  summary: 'Transactions, the latest first, 50 at a time',
  query: z.strictObject({
    /** Searched in description, category and amount, ignoring case. */
    search: z.string().trim().max(maxSearchLength).default(''),
    account: z.uuid().optional(),
    category: category.optional(),
    /** Only this day. */
    date: z.string().refine(isIsoDate, 'Please choose a date.').optional(),
    /** Transfers between own accounts are listed with `all` only. */
    type: z.enum(['all', 'income', 'expense']).default('all'),
    after: z.string().max(200).optional(),
    before: z.string().max(200).optional(),
  }),
  response: z.strictObject({
    transactions: z.array(transactionSchema),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  }),
})

export const exportTransactions = endpoint({
  ...listExport,
  access: { permission: 'money.read' },
  path: '/api/v1/transactions/export',
  tag,
  summary: 'The transactions of the list, all pages, as a spreadsheet',
  query: listTransactions.query.omit({ after: true, before: true }).extend({ format: listFormatSchema }),
})

export const listCategories = endpoint({
  method: 'get',
  path: '/api/v1/transactions/categories',
  access: { permission: 'money.read' },
  tag,
  summary: 'Categories to choose from: the standard ones and those found in the data, in alphabetical order',
  response: z.strictObject({ categories: z.array(z.string()) }),
})

export const setCategory = endpoint({
  method: 'put',
  path: '/api/v1/transactions/{id}/category',
  access: { permission: 'money.write' },
  tag,
  summary: 'Change the category of a transaction',
  params,
  body: z.strictObject({ category }),
  response: z.strictObject({
    transaction: transactionSchema,
    /** The rule for its merchant, if there is one. */
    rule: z.strictObject({ id: z.uuid(), category: z.string() }).nullable(),
    /** False when the transaction names no merchant, so that no rule can be made. */
    canHaveRule: z.boolean(),
  }),
})

export const categorizeTransactions = endpoint({
  method: 'post',
  path: '/api/v1/transactions/categorize',
  access: { permission: 'money.write' },
  tag,
  summary: 'Change the category of several transactions; ids of other businesses are ignored',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(200), category }),
  response: z.strictObject({ changed: z.int() }),
})

export const categoryRuleSchema = z.strictObject({
  id: z.uuid(),
  merchant: z.string(),
  category: z.string(),
  createdAt: momentSchema,
})
export type CategoryRule = z.infer<typeof categoryRuleSchema>

export const listCategoryRules = endpoint({
  method: 'get',
  path: '/api/v1/transactions/rules',
  access: { permission: 'money.read' },
  tag,
  summary: 'Merchants that always get the same category, newest first, 50 at a time',
  query: z.strictObject({ after: z.string().max(200).optional() }),
  response: z.strictObject({ rules: z.array(categoryRuleSchema), next: z.string().nullable() }),
})

/** What the request changed. A job changes the rest of thousands within minutes. */
const changedNow = z.int()

export const createCategoryRule = endpoint({
  method: 'post',
  path: '/api/v1/transactions/rules',
  access: { permission: 'money.write' },
  tag,
  summary:
    'Always use this category for a transaction’s merchant, including earlier transactions without a chosen category',
  body: z.strictObject({ transactionId: z.uuid(), category }),
  response: z.strictObject({ rule: categoryRuleSchema, changed: changedNow }),
  errors: ['VALIDATION_FAILED'],
})

export const deleteCategoryRule = endpoint({
  method: 'delete',
  path: '/api/v1/transactions/rules/{id}',
  access: { permission: 'money.write' },
  tag,
  summary: 'Undo a rule; transactions it categorized go back to their earlier category',
  params,
  response: z.strictObject({ changed: changedNow }),
})
