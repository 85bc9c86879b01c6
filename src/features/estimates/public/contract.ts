import { z } from 'zod'
import { endpoint } from '../../../shared/endpoint.ts'
import { attachmentListSchema } from '../../attachments/contract.ts'
import { invoiceDocumentSchema, queuedMailSchema } from '../../invoices/contract.ts'
import { text } from '../../invoices/document/charge-rules.ts'
import { signatureSchema } from '../../invoices/document/signature-rules.ts'
import { decisionShape, estimateStatusSchema, maxDecisionNote } from '../contract.ts'

const tag = 'Estimates'
const params = z.strictObject({ id: z.uuid() })

export const publicEstimateSchema = z.strictObject({
  document: invoiceDocumentSchema,
  /** To be named by the answer: the client answers what they have read. */
  version: z.int(),
  status: estimateStatusSchema,
  decision: z.strictObject(decisionShape).nullable(),
})
export type PublicEstimate = z.infer<typeof publicEstimateSchema>

export const getPublicEstimate = endpoint({
  method: 'get',
  path: '/api/v1/public/estimates/{id}',
  access: 'public',
  tag,
  summary: 'The estimate as shown to anyone who has the link',
  params,
  response: publicEstimateSchema,
  errors: ['TOO_MANY_REQUESTS'],
})

export const noteEstimateView = endpoint({
  method: 'post',
  path: '/api/v1/public/estimates/{id}/viewed',
  access: 'public',
  tag,
  summary: 'Record that the estimate was viewed; views by its own business don’t count',
  params,
  errors: ['TOO_MANY_REQUESTS'],
})

export const decideEstimate = endpoint({
  method: 'post',
  path: '/api/v1/public/estimates/{id}/decision',
  access: 'public',
  tag,
  summary: 'Accept or decline the estimate; the first answer counts',
  params,
  bodyLimit: 128 * 1024,
  body: z
    .strictObject({
      decision: decisionShape.decision,
      name: text(120, 0).default(''),
      note: text(maxDecisionNote, 50).default(''),
      signature: signatureSchema.nullable().default(null),
      version: z.int(),
    })
    .refine(({ decision, name }) => decision === 'decline' || name !== '', {
      path: ['name'],
      message: 'Please enter your name.',
    }),
  response: publicEstimateSchema,
  errors: ['CHANGED_ELSEWHERE', 'ESTIMATE_DECIDED', 'ESTIMATE_EXPIRED', 'TOO_MANY_REQUESTS'],
})

export const emailPublicEstimate = endpoint({
  method: 'post',
  path: '/api/v1/public/estimates/{id}/email',
  access: 'public',
  tag,
  summary: 'Email the estimate to the client’s address on it, at most three times an hour',
  params,
  response: queuedMailSchema.omit({ to: true }),
  errors: ['TOO_MANY_REQUESTS'],
})

export const getEstimatePdf = endpoint({
  method: 'get',
  path: '/api/v1/public/estimates/{id}/pdf',
  access: 'public',
  tag,
  summary: 'The estimate as a PDF',
  params,
  givesFile: ['application/pdf'],
  errors: ['TOO_MANY_REQUESTS'],
})

export const listPublicEstimateFiles = endpoint({
  method: 'get',
  path: '/api/v1/public/estimates/{id}/attachments',
  access: 'public',
  tag,
  summary: 'The files of the estimate, for anyone who has the link',
  params,
  response: attachmentListSchema,
  errors: ['TOO_MANY_REQUESTS'],
})

export const getPublicEstimateFile = endpoint({
  method: 'get',
  path: '/api/v1/public/estimates/{id}/attachments/{attachmentId}',
  access: 'public',
  tag,
  summary: 'A file of the estimate',
  params: params.extend({ attachmentId: z.uuid() }),
  givesFile: ['application/octet-stream'],
  errors: ['TOO_MANY_REQUESTS'],
})
