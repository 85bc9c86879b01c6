import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { otherCurrencySchema } from '../figures/contract.ts'
import { accountKinds, demoInstitutionIds, noticeKinds } from './rules.ts'

const tag = 'Bank connections'
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()

export const bankAccountSchema = z.strictObject({
  id: z.uuid(),
  connectionId: z.uuid(),
  institutionName: z.string(),
  name: z.string(),
  /** For example checking, savings or credit. */
  type: z.string(),
  /** Only `cash` counts as cash. */
  kind: z.enum(accountKinds),
  /** '0000' when the bank does not share the digits. */
  last4: z.string(),
  accountNumberMasked: z.string(),
  /** Null for an account without one, such as a credit card. */
  routingNumberMasked: z.string().nullable(),
  currency: z.string(),
  /** Null while unknown. Negative for what is owed on a credit card or a loan. */
  balanceMinor: z.int().nullable(),
  isConnected: z.boolean(),
})
export type BankAccount = z.infer<typeof bankAccountSchema>

export const bankConnectionSchema = z.strictObject({
  id: z.uuid(),
  institutionName: z.string(),
  isDemo: z.boolean(),
  /** The owner keeps it up to date with bank files. There is no access to sync, renew or end. */
  isFile: z.boolean(),
  /** reconnect: the owner has to sign in again. disconnected: the owner or the bank ended it. */
  state: z.enum(['connected', 'reconnect', 'disconnected']),
  /** The last problem as a sentence; null without a problem. */
  problem: z.string().nullable(),
  /**
   * What the owner should do while the connection still works. `at`: for `expiring`, when the access ends;
   * otherwise when the notice came in.
   */
  notices: z.array(z.strictObject({ kind: z.enum(noticeKinds), at: momentSchema })),
  lastSyncedAt: momentSchema.nullable(),
  /** True while a sync is running or due. */
  isSyncing: z.boolean(),
})
export type BankConnection = z.infer<typeof bankConnectionSchema>

export const getBanking = endpoint({
  method: 'get',
  path: '/api/v1/banking',
  access: { permission: 'money.read' },
  tag,
  summary: 'Connected accounts, without their numbers, and how to connect another',
  response: z.strictObject({
    accounts: z.array(bankAccountSchema),
    connections: z.array(bankConnectionSchema),
    /** Of connected accounts, as on the dashboard; without loans, investments and others. */
    totals: z.strictObject({
      /** The home currency, in which the totals are. */
      currency: z.string(),
      cashAccounts: z.int(),
      cashMinor: z.int(),
      /** The other currencies in `cashMinor`, and those without a rate, which are not in it. */
      cashOther: z.array(otherCurrencySchema),
      cards: z.int(),
      cardsOwedMinor: z.int(),
      cardsOwedOther: z.array(otherCurrencySchema),
      notCounted: z.int(),
    }),
    /** What Connect Account opens: the demo bank in a dialog, or Plaid's own page. */
    connectsWith: z.enum(['demo', 'plaid']),
    /** True when keys for real banks exist, but the plan does not include real banks. */
    needsPlan: z.boolean(),
  }),
})
export type Banking = z.infer<typeof getBanking.response>

export const getSecurityReport = endpoint({
  method: 'get',
  path: '/api/v1/banking/security',
  access: { permission: 'money.read' },
  tag,
  summary: 'How the numbers of connected accounts are stored',
  response: z.strictObject({
    accounts: z.int(),
    encrypted: z.int(),
    score: z.int(),
    band: z.enum(['Excellent', 'Good', 'Fair', 'Poor']),
    /** How often a secret of a bank connection was decrypted in the last year, and when last. */
    accesses: z.int(),
    lastAccessAt: momentSchema.nullable(),
  }),
})
export type SecurityReport = z.infer<typeof getSecurityReport.response>

export const connectDemoBank = endpoint({
  method: 'post',
  path: '/api/v1/banking/connections',
  access: { permission: 'money.write' },
  tag,
  summary: 'Connect one of the demo banks',
  body: z.strictObject({
    institution: z.enum(demoInstitutionIds, 'Please choose a bank.'),
    /** Makes the request idempotent. */
    requestId: z.uuid(),
  }),
  response: bankConnectionSchema,
  errors: [
    'ALREADY_CONNECTED',
    'BANK_PROVIDER_FAILED',
    'NOT_CONFIGURED',
    'NOT_CONNECTED',
    'TOO_MANY_REQUESTS',
  ],
})

export const startBankLink = endpoint({
  method: 'post',
  path: '/api/v1/banking/links',
  access: { permission: 'money.write' },
  tag,
  summary: 'Open the page for choosing a bank, or for signing in to one again',
  /** Null to connect a new bank. */
  body: z.strictObject({ connectionId: z.uuid().nullable() }),
  response: z.strictObject({ id: z.uuid(), url: z.string() }),
  errors: ['BANK_PROVIDER_FAILED', 'NOT_CONFIGURED', 'NOT_CONNECTED', 'PLAN_REQUIRED', 'TOO_MANY_REQUESTS'],
})

export const finishBankLink = endpoint({
  method: 'post',
  path: '/api/v1/banking/links/{id}/finish',
  access: { permission: 'money.write' },
  tag,
  summary: 'Apply what was done on that page; repeating it changes nothing',
  params,
  response: z.strictObject({
    /** open: not finished, or another request is finishing it. left: closed without a bank. */
    outcome: z.enum(['connected', 'open', 'left']),
    connection: bankConnectionSchema.nullable(),
  }),
  errors: ['ALREADY_CONNECTED', 'BANK_PROVIDER_FAILED', 'NOT_CONNECTED', 'TOO_MANY_REQUESTS'],
})

/** Shown before the owner confirms Disconnect or Remove. */
export const getBankConnection = endpoint({
  method: 'get',
  path: '/api/v1/banking/connections/{id}',
  access: { permission: 'money.read' },
  tag,
  summary: 'One connection: its accounts and how many transactions they have',
  params,
  response: z.strictObject({
    connection: bankConnectionSchema,
    accounts: z.array(bankAccountSchema),
    transactions: z.int(),
    /** How many of the transactions are pending: the bank may still change or remove them. */
    pending: z.int(),
  }),
})

export const disconnectBank = endpoint({
  method: 'post',
  path: '/api/v1/banking/connections/{id}/disconnect',
  access: { permission: 'money.write' },
  tag,
  summary: 'End access to the bank; accounts and transactions stay',
  params,
  response: bankConnectionSchema,
  errors: ['NOT_CONNECTED'],
})

export const removeBank = endpoint({
  method: 'delete',
  path: '/api/v1/banking/connections/{id}',
  access: { permission: 'money.write' },
  tag,
  summary: 'End access to the bank and delete its accounts and transactions',
  params,
})

export const syncBanks = endpoint({
  method: 'post',
  path: '/api/v1/banking/sync',
  access: { permission: 'money.write' },
  tag,
  summary: 'Import new transactions in the background; `isSyncing` of the connections says when it is done',
  response: z.strictObject({ connections: z.array(bankConnectionSchema) }),
  errors: ['TOO_MANY_REQUESTS'],
})

export const expireDemoBank = endpoint({
  method: 'post',
  path: '/api/v1/banking/connections/{id}/expire',
  access: { permission: 'money.write' },
  tag,
  summary: 'Have the demo bank ask for a new sign-in, to see what happens',
  params,
  response: bankConnectionSchema,
  errors: ['BANK_PROVIDER_FAILED', 'NOT_CONNECTED', 'TOO_MANY_REQUESTS'],
})

export const receivePlaidEvent = endpoint({
  method: 'post',
  path: '/api/v1/webhooks/plaid',
  access: 'public',
  tag,
  summary: 'Receives signed notices from the bank aggregator',
  takesFile: true,
  bodyLimit: 256 * 1024,
  response: z.strictObject({ received: z.literal(true) }),
  errors: ['INVALID_SIGNATURE', 'BANK_PROVIDER_FAILED', 'TOO_MANY_REQUESTS'],
})
