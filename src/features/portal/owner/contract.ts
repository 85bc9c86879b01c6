import { z } from 'zod'
import { endpoint } from '../../../shared/endpoint.ts'
import {
  messageSchema,
  newMessageSchema,
  proposalSchema,
  shownDetailsSchema,
  threadQuery,
  threadSchema,
} from '../contract.ts'

const tag = 'Clients'
const params = z.strictObject({ id: z.uuid() })

export const clientPortalSchema = z.strictObject({
  /** The link of the client; null if the plan has no client portal. */
  url: z.string().nullable(),
  openedAt: z.iso.datetime().nullable(),
  renewedAt: z.iso.datetime().nullable(),
  /** Browsers that the client confirmed with a code. */
  devices: z.int(),
  /** The change of details that waits for a decision, with the details as they are. */
  proposal: z.strictObject({ before: shownDetailsSchema, proposal: proposalSchema }).nullable(),
})
export type ClientPortal = z.infer<typeof clientPortalSchema>

export const getClientPortal = endpoint({
  method: 'get',
  path: '/api/v1/clients/{id}/portal',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The portal of a client: its link, when it was opened, and a change of details that waits',
  params,
  response: clientPortalSchema,
})

export const renewClientPortal = endpoint({
  method: 'post',
  path: '/api/v1/clients/{id}/portal/renew',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Renew the link of a client: the links before it and all confirmed devices end',
  params,
  errors: ['PLAN_REQUIRED'],
})

export const endPortalDevices = endpoint({
  method: 'delete',
  path: '/api/v1/clients/{id}/portal/devices',
  access: { permission: 'sales.write' },
  tag,
  summary: 'End the confirmed devices of a client: each asks for a code again',
  params,
})

export const decideClientProposal = endpoint({
  method: 'post',
  path: '/api/v1/clients/{id}/proposal/decision',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Accept or decline what a client asked to have changed',
  params,
  body: z.strictObject({
    /** The one that the owner has read. */
    proposalId: z.uuid(),
    decision: z.enum(['accept', 'decline']),
  }),
  errors: ['CHANGED_ELSEWHERE', 'EMAIL_TAKEN'],
})

export const listClientMessages = endpoint({
  method: 'get',
  path: '/api/v1/clients/{id}/messages',
  access: { permission: 'sales.read' },
  tag,
  summary: 'What a client and the business wrote to each other, newest first, 30 at a time',
  params,
  query: threadQuery,
  response: threadSchema,
})

export const answerClient = endpoint({
  method: 'post',
  path: '/api/v1/clients/{id}/messages',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Write to a client, by email and in their portal',
  params,
  body: newMessageSchema,
  response: messageSchema,
  errors: ['TOO_MANY_REQUESTS'],
})

export const readClientMessages = endpoint({
  method: 'put',
  path: '/api/v1/clients/{id}/messages/read',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Mark the messages of a client as read',
  params,
})
