import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

const tag = 'Account'

export const exportData = endpoint({
  method: 'get',
  path: '/api/v1/account/export',
  access: { permission: 'data.export' },
  confirm: true,
  tag,
  summary: 'Export everything stored for the business as JSON and CSV in one archive, without its secrets',
  givesFile: ['application/zip'],
  errors: ['TOO_MANY_REQUESTS'],
})

export const getDeletion = endpoint({
  method: 'get',
  path: '/api/v1/account/deletion',
  access: { permission: 'business.read' },
  tag,
  summary: 'Whether the account will be deleted, and what deleting it requires',
  response: z.strictObject({
    deleteAfter: z.iso.datetime().nullable(),
    /** False for an account that signs in with Google and has no password. */
    hasPassword: z.boolean(),
    /** How many others use the business, who would lose it. */
    otherMembers: z.int(),
  }),
})

const deletionSchema = z.strictObject({
  /** When the account will be deleted; null if no deletion is scheduled. */
  deleteAfter: z.iso.datetime().nullable(),
})

export const requestDeletion = endpoint({
  method: 'post',
  path: '/api/v1/account/deletion',
  access: { permission: 'business.own' },
  tag,
  summary: 'Delete the account, its business and everything in it, seven days from now',
  body: z.strictObject({
    /** The name of the business, as typed by the user. */
    confirmation: z.string().max(200),
    /** Null for an account that signs in with Google and has no password. */
    password: z.string().min(1, 'Please enter your password.').max(128).nullable(),
  }),
  response: deletionSchema,
  errors: ['FORBIDDEN', 'WRONG_PASSWORD', 'CONFIRMATION_NEEDED', 'TOO_MANY_REQUESTS'],
})

export const cancelDeletion = endpoint({
  method: 'delete',
  path: '/api/v1/account/deletion',
  access: { permission: 'business.own' },
  tag,
  summary: 'Cancel the account deletion',
  response: deletionSchema,
})
