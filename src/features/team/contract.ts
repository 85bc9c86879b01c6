import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { roles } from '../../shared/roles.ts'
import {
  businessNameSchema,
  emailSchema,
  fullNameSchema,
  newPasswordSchema,
  sessionSchema,
} from '../auth/contract.ts'
import { isTimeZone } from '../auth/rules.ts'
import { givenRoles } from './rules.ts'

const tag = 'Team'
const params = z.strictObject({ id: z.uuid() })
const memberParams = z.strictObject({ userId: z.uuid() })

/** A role that an owner or an admin can give. The owner's is handed over. */
const givenRoleSchema = z.enum(givenRoles, 'Please choose a role.')

export const memberSchema = z.strictObject({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  joinedAt: z.iso.datetime(),
  /** The plan does not include this member, who has no access until it does again. */
  isPaused: z.boolean(),
  /** The owner offered this member the business. */
  isOffered: z.boolean(),
})
export type Member = z.infer<typeof memberSchema>

export const invitationSchema = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(givenRoles),
  /** The name of the member who invited. */
  invitedBy: z.string(),
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
})
export type Invitation = z.infer<typeof invitationSchema>

export const teamSchema = z.strictObject({
  members: z.array(memberSchema),
  /** Those that were neither accepted nor withdrawn. */
  invitations: z.array(invitationSchema),
  /** What the plan allows: everyone, one accountant, or no one. */
  seats: z.enum(['all', 'one-accountant', 'none']),
})
export type Team = z.infer<typeof teamSchema>

export const getTeam = endpoint({
  method: 'get',
  path: '/api/v1/team',
  access: { permission: 'business.read' },
  tag,
  summary: 'The members of the business; for those who manage the team also who is invited',
  response: teamSchema,
})

export const inviteMember = endpoint({
  method: 'post',
  path: '/api/v1/team/invitations',
  access: { permission: 'team.write' },
  tag,
  summary: 'Invite someone by email. The link in the email works once, for seven days',
  body: z.strictObject({ email: emailSchema, role: givenRoleSchema }),
  response: teamSchema,
  errors: ['PLAN_REQUIRED', 'ALREADY_MEMBER', 'TOO_MANY_REQUESTS'],
})

export const renewInvitation = endpoint({
  method: 'post',
  path: '/api/v1/team/invitations/{id}/renew',
  access: { permission: 'team.write' },
  tag,
  summary: 'Send the invitation again, with a new link for seven days; the link before it stops working',
  params,
  response: teamSchema,
  errors: ['PLAN_REQUIRED', 'INVITATION_OVER', 'TOO_MANY_REQUESTS'],
})

export const withdrawInvitation = endpoint({
  method: 'delete',
  path: '/api/v1/team/invitations/{id}',
  access: { permission: 'team.write' },
  tag,
  summary: 'Withdraw an invitation; repeating it changes nothing',
  params,
  response: teamSchema,
  errors: ['INVITATION_OVER'],
})

export const changeMemberRole = endpoint({
  method: 'put',
  path: '/api/v1/team/members/{userId}',
  access: { permission: 'team.write' },
  tag,
  summary: 'Change the role of a member, from their next request on',
  params: memberParams,
  body: z.strictObject({ role: givenRoleSchema }),
  response: teamSchema,
  errors: ['PLAN_REQUIRED', 'OWNER_STAYS'],
})

export const removeMember = endpoint({
  method: 'delete',
  path: '/api/v1/team/members/{userId}',
  access: { permission: 'team.write' },
  tag,
  summary: 'Remove a member, whose access ends immediately; repeating it changes nothing',
  params: memberParams,
  response: teamSchema,
  errors: ['OWNER_STAYS'],
})

export const leaveBusiness = endpoint({
  method: 'post',
  path: '/api/v1/team/leave',
  access: { permission: 'business.read' },
  tag,
  summary: 'Leave the business; its owner hands it over first',
  response: sessionSchema,
  errors: ['OWNER_STAYS'],
})

export const offerBusiness = endpoint({
  method: 'post',
  path: '/api/v1/team/offer',
  access: { permission: 'business.own' },
  confirm: true,
  tag,
  summary:
    'Offer the business to a member, who becomes its owner once they accept; an offer lasts seven days',
  body: z.strictObject({ userId: z.uuid() }),
  response: teamSchema,
  errors: ['OFFER_OPEN'],
})

export const withdrawOffer = endpoint({
  method: 'delete',
  path: '/api/v1/team/offer',
  access: { permission: 'business.own' },
  tag,
  summary: 'Withdraw the offer; repeating it changes nothing',
  response: teamSchema,
})

export const answerOffer = endpoint({
  method: 'post',
  path: '/api/v1/team/offer/answer',
  access: { permission: 'business.read' },
  confirm: true,
  tag,
  summary: 'Accept or decline to become the owner; the owner before becomes an admin',
  body: z.strictObject({ accept: z.boolean() }),
  response: sessionSchema,
  errors: ['OFFER_OVER'],
})

/** The secret of the link in the email. */
const tokenSchema = z.string().min(1, 'This link is incomplete.').max(200, 'This link doesn’t work.')

export const readInvitation = endpoint({
  method: 'post',
  path: '/api/v1/invitations/read',
  access: 'public',
  tag,
  summary: 'What an invitation is for, by the secret of its link',
  body: z.strictObject({ token: tokenSchema }),
  response: z.strictObject({
    businessName: z.string(),
    email: z.string(),
    role: z.enum(givenRoles),
    invitedBy: z.string(),
    /** Whether the address that was invited has an account, so that its owner signs in instead of signing up. */
    hasAccount: z.boolean(),
  }),
  errors: ['INVITATION_OVER', 'TOO_MANY_REQUESTS'],
})

export const joinBusiness = endpoint({
  method: 'post',
  path: '/api/v1/invitations/join',
  access: 'user',
  tag,
  summary: 'Accept an invitation with the account that is signed in; its address must be the invited one',
  body: z.strictObject({ token: tokenSchema }),
  response: sessionSchema,
  errors: ['INVITATION_OVER', 'WRONG_ADDRESS'],
})

export const joinWithNewAccount = endpoint({
  method: 'post',
  path: '/api/v1/invitations/join-new',
  access: 'public',
  tag,
  summary: 'Create an account for the invited address, accept the invitation, and sign in',
  body: z.strictObject({ token: tokenSchema, name: fullNameSchema, password: newPasswordSchema }),
  response: sessionSchema,
  errors: ['INVITATION_OVER', 'EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
})

export const switchBusiness = endpoint({
  method: 'put',
  path: '/api/v1/session/business',
  access: 'user',
  tag,
  summary: 'Work in another business; other tabs stay in theirs',
  body: z.strictObject({ businessId: z.uuid() }),
  response: sessionSchema,
  errors: ['NOT_A_MEMBER'],
})

export const addBusiness = endpoint({
  method: 'post',
  path: '/api/v1/businesses',
  access: 'user',
  tag,
  summary: 'Make another business with a plan of its own, and work in it',
  body: z.strictObject({
    name: businessNameSchema,
    timeZone: z.string().refine(isTimeZone, 'We don’t recognize this time zone.'),
    /** Makes the request idempotent. */
    requestId: z.uuid(),
  }),
  response: sessionSchema,
  errors: ['PLAN_REQUIRED', 'TOO_MANY_BUSINESSES'],
})

export const renamePerson = endpoint({
  method: 'put',
  path: '/api/v1/account/name',
  access: 'user',
  tag,
  summary: 'Change the name of the signed-in person, in every business they belong to',
  body: z.strictObject({ name: fullNameSchema }),
  response: sessionSchema,
})
