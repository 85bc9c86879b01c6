import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

export const businessSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  timeZone: z.string(),
  createdAt: z.iso.datetime(),
})

export const getBusiness = endpoint({
  method: 'get',
  path: '/api/v1/business',
  access: 'user',
  tag: 'Business',
  summary: 'The business of the signed-in user',
  response: businessSchema,
})
