import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { categoryColours, categoryKinds, taxTreatments } from './rules.ts'

const tag = 'Categories'
const params = z.strictObject({ id: z.uuid() })
const kindSchema = z.enum(categoryKinds)

export const categorySchema = z.strictObject({
  /** Null for one of the default set that the business has never changed. */
  id: z.uuid().nullable(),
  /** What rows are filed under. Unique for its kind, ignoring case. */
  name: z.string(),
  colour: z.enum(categoryColours),
  /** The name of the category that it is a part of; one level. */
  parent: z.string().nullable(),
  /** How much of what is filed under it counts for income tax. */
  taxTreatment: z.enum(taxTreatments),
  /** No longer offered. Rows that have it keep it. */
  isArchived: z.boolean(),
})
export type Category = z.infer<typeof categorySchema>

/** A rename or a merge, which can be undone for a day. */
export const categoryChangeSchema = z.strictObject({
  id: z.uuid(),
  what: z.enum(['rename', 'merge']),
  from: z.string(),
  to: z.string(),
  /** How many expenses, transactions, rules and schedules moved. */
  rows: z.int(),
  at: z.iso.datetime(),
  undoUntil: z.iso.datetime(),
})
export type CategoryChange = z.infer<typeof categoryChangeSchema>

export const categoryListSchema = z.strictObject({
  categories: z.array(categorySchema),
  /** Those that can still be undone, the newest first. */
  changes: z.array(categoryChangeSchema),
})
export type CategoryList = z.infer<typeof categoryListSchema>

export const listCategories = endpoint({
  method: 'get',
  path: '/api/v1/categories/{kind}',
  access: { permission: 'money.read' },
  tag,
  summary: 'The categories of expenses or of transactions, in the order of the business',
  params: z.strictObject({ kind: kindSchema }),
  response: categoryListSchema,
})

const nameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a name.')
  .max(60, 'Please use at most 60 characters.')

const looks = {
  colour: z.enum(categoryColours, 'Please choose a color.'),
  parent: z.string().nullable(),
  taxTreatment: z.enum(taxTreatments, 'Please choose how it counts for tax.'),
}

export const addCategory = endpoint({
  method: 'post',
  path: '/api/v1/categories',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Add a category at the end of the list',
  body: z.strictObject({ kind: kindSchema, name: nameSchema, ...looks }),
  response: categoryListSchema,
  errors: ['PLAN_REQUIRED', 'NAME_TAKEN', 'TOO_MANY_CATEGORIES'],
})

/** Of the default set too: `name` is what it is called now. */
export const changeCategory = endpoint({
  method: 'put',
  path: '/api/v1/categories/{kind}/{name}',
  access: { permission: 'settings.write' },
  tag,
  summary:
    'Change a category. Everything that is filed under it takes a new name, which can be undone for a day',
  params: z.strictObject({ kind: kindSchema, name: z.string().min(1).max(100) }),
  body: z.strictObject({ name: nameSchema, ...looks, isArchived: z.boolean() }),
  response: categoryListSchema,
  errors: ['PLAN_REQUIRED', 'NAME_TAKEN', 'NOT_RENAMABLE'],
})

export const mergeCategory = endpoint({
  method: 'post',
  path: '/api/v1/categories/{kind}/{name}/merge',
  access: { permission: 'settings.write' },
  tag,
  summary: 'File everything under another category: rows, rules and schedules. It can be undone for a day',
  params: z.strictObject({ kind: kindSchema, name: z.string().min(1).max(100) }),
  body: z.strictObject({ into: z.string().min(1).max(100) }),
  response: categoryListSchema,
  errors: ['PLAN_REQUIRED', 'NOT_RENAMABLE'],
})

export const orderCategories = endpoint({
  method: 'put',
  // Not below the categories, where it would be taken for one that is called “order”.
  path: '/api/v1/category-order/{kind}',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Put the categories in an order',
  params: z.strictObject({ kind: kindSchema }),
  body: z.strictObject({ names: z.array(z.string().min(1).max(100)).max(200) }),
  response: categoryListSchema,
  errors: ['PLAN_REQUIRED', 'CHANGED_ELSEWHERE'],
})

export const undoCategoryChange = endpoint({
  method: 'post',
  path: '/api/v1/category-changes/{id}/undo',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Undo a rename or a merge: each row that moved goes back, unless it was filed elsewhere since',
  params,
  response: categoryListSchema,
  errors: ['UNDO_OVER'],
})
