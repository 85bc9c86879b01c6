import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

const tag = 'Business'
export const maxLogoBytes = 2 * 1024 * 1024

/** An uploaded picture and where a browser gets it. */
export const logoSchema = z.strictObject({
  id: z.uuid(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
})
export type Logo = z.infer<typeof logoSchema>

export const businessSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  timeZone: z.string(),
  /** The owner's own address until another is given. */
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  contactName: z.string(),
  logo: logoSchema.nullable(),
  plan: z.enum(['free', 'pro', 'enterprise']),
  createdAt: z.iso.datetime(),
})

export const getBusiness = endpoint({
  method: 'get',
  path: '/api/v1/business',
  access: 'user',
  tag,
  summary: 'The business of the signed-in user',
  response: businessSchema,
})

export const uploadLogo = endpoint({
  method: 'post',
  path: '/api/v1/business/logo',
  access: 'user',
  tag,
  summary: 'Upload a logo (JPG, PNG, GIF or WEBP, at most 2 MB) and keep it as the business’s own',
  takesFile: true,
  bodyLimit: maxLogoBytes,
  tooLarge: 'Logo image must be less than 2MB',
  response: logoSchema,
  errors: ['INVALID_FILE_TYPE', 'TOO_MANY_REQUESTS'],
})

export const getFile = endpoint({
  method: 'get',
  path: '/api/v1/files/{id}',
  access: 'public',
  tag,
  summary: 'An uploaded file, by its unguessable id',
  params: z.strictObject({ id: z.uuid() }),
  givesFile: ['image/png', 'image/jpeg'],
})
