import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { requiredText, text } from '../../shared/text-schema.ts'
import { fieldKinds, fieldTargets, maxChoice, maxChoices, maxLabel, maxValue } from './rules.ts'

const tag = 'Own fields'
const params = z.strictObject({ id: z.uuid() })
const targetSchema = z.enum(fieldTargets)
const kindSchema = z.enum(fieldKinds)

export const ownFieldSchema = z.strictObject({
  id: z.uuid(),
  label: z.string(),
  kind: kindSchema,
  /** What can be chosen; empty for other kinds. */
  choices: z.array(z.string()),
  /** Of invoices: shown on the page, the PDF and in emails. */
  onDocuments: z.boolean(),
  isArchived: z.boolean(),
})
export type OwnField = z.infer<typeof ownFieldSchema>

/** In the order of the business; archived ones come last. */
export const ownFieldsSchema = z.strictObject({
  client: z.array(ownFieldSchema),
  invoice: z.array(ownFieldSchema),
})
export type OwnFields = z.infer<typeof ownFieldsSchema>

/** What the fields of a client or an invoice hold, by the id of the field. An empty text removes a value. */
export const ownValuesSchema = z.record(z.uuid(), text(maxValue, 0))
export type OwnValues = z.infer<typeof ownValuesSchema>

/** A field on a document: `value` as it is stored. */
export const shownFieldSchema = z.strictObject({
  id: z.uuid(),
  label: z.string(),
  kind: kindSchema,
  value: z.string(),
})
export type ShownField = z.infer<typeof shownFieldSchema>

export const listOwnFields = endpoint({
  method: 'get',
  path: '/api/v1/own-fields',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The fields that the business has defined for its clients and its invoices',
  response: ownFieldsSchema,
})

const changeShape = {
  label: requiredText(maxLabel, 'Please enter a name.', 0),
  choices: z
    .array(requiredText(maxChoice, 'Please enter a choice, or remove this one.', 0))
    .max(maxChoices, `Please use at most ${maxChoices} choices.`)
    .refine(
      (choices) => new Set(choices.map((one) => one.toLowerCase())).size === choices.length,
      'Please enter each choice once.',
    ),
  onDocuments: z.boolean(),
}

export const addOwnField = endpoint({
  method: 'post',
  path: '/api/v1/own-fields',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Add a field at the end of the list; at most ten each for clients and invoices',
  body: z.strictObject({ target: targetSchema, kind: kindSchema, ...changeShape }),
  response: ownFieldsSchema,
  errors: ['PLAN_REQUIRED', 'NAME_TAKEN'],
})

// Registered before the routes of a single field, which would read `order` as an id.
export const orderOwnFields = endpoint({
  method: 'put',
  path: '/api/v1/own-fields/order',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Put the fields of clients or invoices in an order',
  body: z.strictObject({ target: targetSchema, ids: z.array(z.uuid()).max(100) }),
  response: ownFieldsSchema,
  errors: ['PLAN_REQUIRED', 'CHANGED_ELSEWHERE'],
})

export const changeOwnField = endpoint({
  method: 'put',
  path: '/api/v1/own-fields/{id}',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Change a field. Its kind stays, and so do values that can no longer be chosen',
  params,
  body: z.strictObject(changeShape),
  response: ownFieldsSchema,
  errors: ['PLAN_REQUIRED', 'NAME_TAKEN'],
})

export const archiveOwnField = endpoint({
  method: 'put',
  path: '/api/v1/own-fields/{id}/archived',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Archive a field, or bring it back. Its values stay; those of an archived field can’t be changed',
  params,
  body: z.strictObject({ archived: z.boolean() }),
  response: ownFieldsSchema,
  errors: ['PLAN_REQUIRED'],
})
