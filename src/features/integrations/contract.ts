import { z } from 'zod'
import { accountProblems } from '../../shared/account-problems.ts'
import { endpoint } from '../../shared/endpoint.ts'
import {
  faultOfAccountId,
  faultOfFromAddress,
  faultOfHost,
  faultOfKey,
  faultOfPublishableKey,
  faultOfSecretKey,
  faultOfWebhookSecret,
  integrationNames,
  portFault,
} from './rules.ts'

const tag = 'Integrations'

/** Trims pasted values. */
const line = (max = 300) => z.string().trim().max(max, `Please use at most ${max} characters.`)

/** Adds a rule that returns an error message or null. */
const checked = (schema: z.ZodString, faultOf: (text: string) => string | null) =>
  schema.superRefine((value, context) => {
    const message = faultOf(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** In requests, null keeps the saved secret and '' removes it. Responses never contain secrets. */
const secret = (faultOf: (text: string) => string | null = () => null, max = 300) =>
  checked(line(max), faultOf).nullable()

export const stripeSettingsSchema = z.strictObject({
  publishableKey: checked(line(), faultOfPublishableKey),
  secretKey: secret(faultOfSecretKey),
  accountId: checked(line(), faultOfAccountId),
  /** The signing secret of the endpoint that the owner created in Stripe's dashboard with `webhookUrl`. */
  webhookSecret: secret(faultOfWebhookSecret),
})

export const paypalSettingsSchema = z.strictObject({
  clientId: checked(line(), faultOfKey),
  clientSecret: secret(faultOfKey),
  mode: z.enum(['live', 'sandbox', 'demo']),
})

export const emailSettingsSchema = z.strictObject({
  fromAddress: checked(z.string().trim().max(254, 'This email address is too long.'), faultOfFromAddress),
  host: checked(line(253).min(1, 'Please enter the name of the email server.'), faultOfHost),
  port: z.int(portFault).min(1, portFault).max(65535, portFault),
  /** Defaults to the from address. */
  username: line(254),
  password: secret(),
})

export const bankingSettingsSchema = z.strictObject({
  clientId: checked(line(), faultOfKey),
  secret: secret(faultOfKey),
  environment: z.enum(['production', 'sandbox']),
})

/** What the provider requires since `refusedAt`; null if the keys themselves are refused. */
const problem = z.enum(accountProblems).nullable()

export const integrationsSchema = z.strictObject({
  enabled: z.boolean(),
  /** Whether clients who pay through the platform's own card account pay with real money. */
  platformCardsAreLive: z.boolean(),
  /** Whether clients can make test payments, which move no money. */
  areTestsAllowed: z.boolean(),
  stripe: z.strictObject({
    isConnected: z.boolean(),
    /** When Stripe first refused these keys for a client's payment; null while no problem is known. */
    refusedAt: z.iso.datetime().nullable(),
    problem,
    publishableKey: z.string(),
    accountId: z.string(),
    hasSecretKey: z.boolean(),
    hasWebhookSecret: z.boolean(),
    mode: z.enum(['test', 'live']).nullable(),
    /** The address to enter in Stripe's dashboard, so that Stripe reports payments with webhooks. */
    webhookUrl: z.string(),
  }),
  paypal: z.strictObject({
    isConnected: z.boolean(),
    refusedAt: z.iso.datetime().nullable(),
    problem,
    clientId: z.string(),
    hasClientSecret: z.boolean(),
    mode: paypalSettingsSchema.shape.mode,
  }),
  email: z.strictObject({
    isConnected: z.boolean(),
    fromAddress: z.string(),
    host: z.string(),
    port: z.int(),
    username: z.string(),
    hasPassword: z.boolean(),
    /** Mails that the account in use did not accept, and why; null if all were accepted. */
    waiting: z.strictObject({ count: z.int(), reason: z.string() }).nullable(),
  }),
  banking: z.strictObject({
    isConnected: z.boolean(),
    clientId: z.string(),
    hasSecret: z.boolean(),
    environment: bankingSettingsSchema.shape.environment,
  }),
})
export type Integrations = z.infer<typeof integrationsSchema>

export const getIntegrations = endpoint({
  method: 'get',
  path: '/api/v1/integrations',
  access: { permission: 'keys.write' },
  tag,
  summary: 'The business’s own accounts: what is set, and of secrets only whether they are saved',
  response: integrationsSchema,
})

export const switchIntegrations = endpoint({
  method: 'put',
  path: '/api/v1/integrations/enabled',
  access: { permission: 'keys.write' },
  confirm: true,
  tag,
  summary: 'Turn the business’s own accounts on or off',
  body: z.strictObject({ enabled: z.boolean() }),
  response: integrationsSchema,
})

const saveEndpoint = <Body extends z.ZodObject, Path extends `/api/v1/${string}`>(
  path: Path,
  summary: string,
  body: Body,
) =>
  endpoint({
    method: 'put',
    path,
    access: { permission: 'keys.write' },
    confirm: true,
    tag,
    summary,
    body,
    response: integrationsSchema,
    errors: ['TOO_MANY_REQUESTS'],
  })

export const saveStripe = saveEndpoint(
  '/api/v1/integrations/stripe',
  'Save the keys of the business’s own Stripe account',
  stripeSettingsSchema,
)
export const savePaypal = saveEndpoint(
  '/api/v1/integrations/paypal',
  'Save the keys of the business’s own PayPal account',
  paypalSettingsSchema,
)
export const saveEmail = saveEndpoint(
  '/api/v1/integrations/email',
  'Save the email account that the business’s email is sent from',
  emailSettingsSchema,
)
export const saveBanking = saveEndpoint(
  '/api/v1/integrations/banking',
  'Save the keys of the business’s own Plaid account',
  bankingSettingsSchema,
)

export const removeIntegration = endpoint({
  method: 'delete',
  path: '/api/v1/integrations/{name}',
  access: { permission: 'keys.write' },
  confirm: true,
  tag,
  summary: 'Delete everything saved for one of these accounts',
  params: z.strictObject({ name: z.enum(integrationNames) }),
  response: integrationsSchema,
})

export const connectionTestSchema = z.strictObject({ ok: z.boolean(), message: z.string() })
export type ConnectionTest = z.infer<typeof connectionTestSchema>

const testEndpoint = <Body extends z.ZodObject, Path extends `/api/v1/${string}`>(
  path: Path,
  summary: string,
  body: Body,
) =>
  endpoint({
    method: 'post',
    path,
    access: { permission: 'keys.write' },
    tag,
    summary,
    body,
    response: connectionTestSchema,
    errors: ['TOO_MANY_REQUESTS'],
  })

export const testStripe = testEndpoint(
  '/api/v1/integrations/stripe/test',
  'Try these Stripe keys, without saving them',
  stripeSettingsSchema,
)
export const testPaypal = testEndpoint(
  '/api/v1/integrations/paypal/test',
  'Try these PayPal keys, without saving them',
  paypalSettingsSchema,
)
export const testEmail = testEndpoint(
  '/api/v1/integrations/email/test',
  'Sign in to this email server, without saving or sending',
  emailSettingsSchema,
)
export const testBanking = testEndpoint(
  '/api/v1/integrations/banking/test',
  'Try these Plaid keys, without saving them',
  bankingSettingsSchema,
)

export const listSecurityActivity = endpoint({
  method: 'get',
  path: '/api/v1/integrations/activity',
  access: { permission: 'keys.write' },
  tag,
  summary: 'Sensitive changes in the business, and each time one of its secrets was read, newest first',
  query: z.strictObject({ cursor: z.string().max(200).optional() }),
  response: z.strictObject({
    entries: z.array(
      z.strictObject({
        id: z.uuid(),
        type: z.enum(['change', 'read']),
        /** The label of what was changed or read, such as "Stripe secret key". */
        what: z.string(),
        /** The owner's name, or the product's name. */
        who: z.string(),
        /** What exactly was changed, or why the secret was read. */
        detail: z.string(),
        /** The device and network address of a change, such as "Firefox on Windows, 203.0.113.7". */
        from: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
})
