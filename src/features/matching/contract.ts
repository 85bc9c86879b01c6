import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { expenseInputShape } from '../expenses/contract.ts'
import { transactionSchema } from '../transactions/contract.ts'

const tag = 'Matching'
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()

export const matchKinds = ['invoices', 'payment', 'expense', 'receipt', 'transfer', 'payout'] as const

/** An invoice, payment, expense, receipt, transaction or payout that a bank transaction belongs to. */
const targetSchema = z.strictObject({
  id: z.uuid(),
  /** Such as "Invoice 2026-014", "Office" or "Chase - Savings". */
  title: z.string(),
  /** Such as the client or the notes. */
  detail: z.string(),
  date: z.string(),
  currency: z.string(),
  /** The whole amount of the target. */
  totalMinor: z.int(),
  /** What this transaction covers of it. */
  amountMinor: z.int(),
  /** The invoice that the page of this target belongs to; null for other kinds. */
  invoiceId: z.uuid().nullable(),
})
export type MatchTarget = z.infer<typeof targetSchema>

export const matchSchema = z.strictObject({
  id: z.uuid(),
  transaction: transactionSchema,
  state: z.enum(['suggested', 'accepted', 'declined']),
  band: z.enum(['auto', 'suggest']),
  kind: z.enum(matchKinds),
  targets: z.array(targetSchema),
  /** Why, such as "Same amount, and the text names invoice 2026-014." */
  reason: z.string(),
  /** rule: accepted without asking, because it was certain. */
  decidedBy: z.enum(['owner', 'rule']).nullable(),
  decidedAt: momentSchema.nullable(),
})
export type Match = z.infer<typeof matchSchema>

export const listMatches = endpoint({
  method: 'get',
  path: '/api/v1/matches',
  access: { permission: 'money.read' },
  tag,
  summary: 'Suggested matches, the surest first, or accepted ones, the latest first; 50 at a time',
  query: z.strictObject({
    state: z.enum(['suggested', 'accepted']).default('suggested'),
    after: z.string().max(200).optional(),
  }),
  response: z.strictObject({ matches: z.array(matchSchema), next: z.string().nullable() }),
})

export const getMatchSummary = endpoint({
  method: 'get',
  path: '/api/v1/matches/summary',
  access: { permission: 'money.read' },
  tag,
  summary: 'How many matches wait for the owner, and whether certain ones are accepted without asking',
  response: z.strictObject({
    suggested: z.int(),
    /** Accepted without asking in the last 30 days. */
    accepted: z.int(),
    acceptsCertain: z.boolean(),
  }),
})

export const setMatchingSettings = endpoint({
  method: 'put',
  path: '/api/v1/matches/settings',
  access: { permission: 'money.write' },
  tag,
  summary: 'Choose whether certain matches are accepted without asking',
  body: z.strictObject({ acceptsCertain: z.boolean() }),
  response: z.strictObject({ acceptsCertain: z.boolean() }),
})

export const acceptMatch = endpoint({
  method: 'post',
  path: '/api/v1/matches/{id}/accept',
  access: { permission: 'money.write' },
  tag,
  summary: 'Accept a match: record the payment, or attach the expense; repeating it changes nothing',
  params,
  response: matchSchema,
  errors: [
    'PERIOD_CLOSED',
    'CHANGED_ELSEWHERE',
    'NOT_FOUND',
    'INVOICE_PAID',
    'INVOICE_CANCELLED',
    'APPROVAL_NEEDED',
  ],
})

export const declineMatch = endpoint({
  method: 'post',
  path: '/api/v1/matches/{id}/decline',
  access: { permission: 'money.write' },
  tag,
  summary: 'Say that a suggested match is wrong; it is not suggested again',
  params,
  /** The next one that fits, if there is one. */
  response: z.strictObject({ match: matchSchema, next: matchSchema.nullable() }),
  errors: ['CHANGED_ELSEWHERE', 'NOT_FOUND'],
})

export const undoMatch = endpoint({
  method: 'post',
  path: '/api/v1/matches/{id}/undo',
  access: { permission: 'money.write' },
  tag,
  summary:
    'Take a decision back: an accepted match is undone with the payment it recorded, a declined one is suggested again',
  params,
  response: matchSchema,
  errors: ['PERIOD_CLOSED', 'CHANGED_ELSEWHERE', 'NOT_FOUND', 'NOT_UNDOABLE'],
})

/** For choosing by hand. */
export const findMatchTargets = endpoint({
  method: 'get',
  path: '/api/v1/transactions/{id}/match-targets',
  access: { permission: 'money.read' },
  tag,
  summary: 'What a transaction may belong to: the nearest first, or what a search finds',
  params,
  query: z.strictObject({ search: z.string().trim().max(200).default('') }),
  response: z.strictObject({
    targets: z.array(targetSchema.extend({ kind: z.enum(matchKinds) })),
    /** Its current match, suggested or accepted. */
    match: matchSchema.nullable(),
  }),
  errors: ['NOT_FOUND'],
})

export const matchTransaction = endpoint({
  method: 'post',
  path: '/api/v1/transactions/{id}/match',
  access: { permission: 'money.write' },
  tag,
  summary: 'Match a transaction by hand with what the owner chose',
  params,
  body: z.strictObject({
    kind: z.enum(matchKinds),
    /** Several for `invoices`, otherwise one. The oldest invoice is paid first. */
    targetIds: z.array(z.uuid()).min(1).max(50),
  }),
  response: matchSchema,
  errors: [
    'PERIOD_CLOSED',
    'CHANGED_ELSEWHERE',
    'NOT_FOUND',
    'VALIDATION_FAILED',
    'INVOICE_PAID',
    'INVOICE_CANCELLED',
    'APPROVAL_NEEDED',
  ],
})

/** Makes an expense of an outgoing transaction. */
export const createExpenseOfTransaction = endpoint({
  method: 'post',
  path: '/api/v1/transactions/{id}/expense',
  access: { permission: 'money.write' },
  tag,
  summary: 'Make an expense of an outgoing transaction and match the two; repeating it changes nothing',
  params,
  body: z.strictObject({
    category: expenseInputShape.category,
    notes: expenseInputShape.notes.default(''),
    vendor: expenseInputShape.vendor,
  }),
  response: matchSchema,
  errors: ['PERIOD_CLOSED', 'CHANGED_ELSEWHERE', 'NOT_FOUND', 'VALIDATION_FAILED'],
})
