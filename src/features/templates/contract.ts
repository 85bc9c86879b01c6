import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { documentStyleSchema } from '../business/contract.ts'
import { requiredText } from '../invoices/document/charge-rules.ts'
import { invoiceContentSchema } from '../invoices/document/input-rules.ts'

const tag = 'Invoice templates'
const params = z.strictObject({ id: z.uuid() })

const inputShape = { name: requiredText(80, 'Please enter a name.'), content: invoiceContentSchema }

export const templateSchema = z.strictObject({ id: z.uuid(), ...inputShape, updatedAt: z.iso.datetime() })
export type Template = z.infer<typeof templateSchema>

export const maxTemplates = 100

export const listTemplates = endpoint({
  method: 'get',
  path: '/api/v1/invoice-templates',
  access: { permission: 'sales.read' },
  tag,
  summary: `Templates by name, at most ${maxTemplates}`,
  response: z.strictObject({
    templates: z.array(
      templateSchema.omit({ content: true }).extend({
        clientName: z.string(),
        currency: z.string(),
        totalMinor: z.int(),
      }),
    ),
  }),
})

export const getTemplate = endpoint({
  method: 'get',
  path: '/api/v1/invoice-templates/{id}',
  access: { permission: 'sales.read' },
  tag,
  summary: 'One template with its content',
  params,
  response: templateSchema,
})

export const createTemplate = endpoint({
  method: 'post',
  path: '/api/v1/invoice-templates',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Save the content of an invoice as a template',
  bodyLimit: 512 * 1024,
  body: z.strictObject(inputShape),
  response: templateSchema,
  errors: ['PLAN_REQUIRED', 'NAME_TAKEN'],
})

export const updateTemplate = endpoint({
  method: 'put',
  path: '/api/v1/invoice-templates/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Change a template’s name or content',
  bodyLimit: 512 * 1024,
  params,
  /** `updatedAt` identifies the version that the caller edited. */
  body: z.strictObject({ ...inputShape, updatedAt: z.iso.datetime() }),
  response: templateSchema,
  errors: ['PLAN_REQUIRED', 'NAME_TAKEN', 'CHANGED_ELSEWHERE'],
})

export const deleteTemplate = endpoint({
  method: 'delete',
  path: '/api/v1/invoice-templates/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Delete a template; invoices created from it stay',
  params,
})

export const getDocumentStyle = endpoint({
  method: 'get',
  path: '/api/v1/invoice-templates/style',
  access: { permission: 'sales.read' },
  tag,
  summary: 'How new invoices look',
  response: documentStyleSchema,
})

export const saveDocumentStyle = endpoint({
  method: 'put',
  path: '/api/v1/invoice-templates/style',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Choose how new invoices look; existing ones stay as they are',
  body: documentStyleSchema,
  response: documentStyleSchema,
  errors: ['PLAN_REQUIRED'],
})
